// worker.js: a Web Worker that answers {id, question} by {id, answer}, with {id, event} before it.
// {id, failed}: the core broke; this worker is of no more use.
import { load } from "./module.js";

const ready = fetch(new URL("core.wasm", import.meta.url)).then((reply) => {
  if (!reply.ok) throw new Error(`core.wasm: ${reply.status}`);
  return reply.arrayBuffer();
}).then((bytes) => WebAssembly.compile(bytes)).then(load);
ready.catch(() => {}); // told to whoever asks

let turn = Promise.resolve();
onmessage = ({ data: { id, question } }) => {
  turn = turn.then(async () => {
    try {
      const answer = await ready;
      postMessage({ id, answer: JSON.parse(answer(question, (event) => postMessage({ id, event }))) });
    } catch (error) {
      postMessage({ id, failed: error.message });
    }
  });
};
