#include <iostream>
#include <vector>

#include "client/library/client.h"
#include "client/library/tensor.h"

int main(int argc, char** argv) {
  auto client = headwise::Client::Create({argc > 1 ? argv[1] : "localhost:50051"});
  headwise::v1::AttendRequest request;
  request.set_model("demo");
  *request.mutable_input() = *headwise::MakeTensor({2, 128}, std::vector<float>(256, 0.5f));
  auto response = (*client)->Attend(request);
  if (!response.ok()) return std::cerr << response.status() << "\n", 1;
  std::cout << headwise::FloatsOf(response->context())->size() << " context values\n";
}
