// ONNX Runtime's MultiHeadAttention behind the lines of ../serve_shapes.h: a request a line on
// stdin, an answer a line on stdout. Use: node ort_serve.js [THREADS]
'use strict';
const fs = require('fs');
const path = require('path');
const readline = require('readline');
const ort = require('onnxruntime-node');

const threads = Number(process.argv[2] || 2);
let session, feeds, fetches;

// From [B,H,T,hd] to the operator's [B,T,H*hd], or back: the two middle axes change places.
function swapMiddle(from, [batch, outer, inner, width]) {
  const to = new Float32Array(from.length);
  for (let b = 0; b < batch; b++) {
    for (let i = 0; i < outer; i++) {
      for (let j = 0; j < inner; j++) {
        const row = ((b * outer + i) * inner + j) * width;
        to.set(from.subarray(row, row + width), ((b * inner + j) * outer + i) * width);
      }
    }
  }
  return to;
}

function readFloats(file) {
  const bytes = fs.readFileSync(file);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

// The answer's memory is made here, as headwise's is, and not within the time.
async function core([B, H, T, hd], rule, folder) {
  const model = path.join(__dirname, `mha_${H}_${rule === 'causal' ? 1 : 0}.onnx`);
  session = await ort.InferenceSession.create(model, { intraOpNumThreads: threads });
  const tensor = (data) => new ort.Tensor('float32', data, [B, T, H * hd]);
  feeds = {};
  for (const name of ['q', 'k', 'v']) {
    feeds[name] = tensor(swapMiddle(readFloats(`${folder}/${name}.f32`), [B, H, T, hd]));
  }
  fetches = { o: tensor(new Float32Array(B * T * H * hd)) };
  await session.run(feeds, fetches);
  fs.writeFileSync(`${folder}/onnxruntime.f32`, swapMiddle(fetches.o.data, [B, T, H, hd]));
  return 'ok';
}

async function run(times) {
  await session.run(feeds, fetches);
  const start = performance.now();
  for (let i = 0; i < times; i++) await session.run(feeds, fetches);
  return ((performance.now() - start) / 1000).toFixed(9);
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [what, ...words] = line.split(' ');
    if (what === 'core') {
      console.log(await core(words.slice(0, 4).map(Number), words[4], words[5]));
    } else if (what === 'run') {
      console.log(await run(Number(words[0])));
    } else {
      throw new Error(`cannot do '${line}'`);
    }
  }
})().catch((error) => {
  console.error(`ort_serve.js: ${error.message}`);
  process.exit(1);
});
