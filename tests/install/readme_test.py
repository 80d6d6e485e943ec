"""The programs that README shows are those that the suite builds and runs."""

import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class ReadmeTest(unittest.TestCase):
    def test_examples_stand_in_the_readme(self):
        readme = (ROOT / "README.md").read_text()
        for example in sorted((ROOT / "docs/examples").glob("*.cc")):
            with self.subTest(example.name):
                self.assertIn("```cpp\n" + example.read_text() + "```", readme)


if __name__ == "__main__":
    unittest.main()
