// worker.js: a Web Worker that answers {id, question} by {id, answer}, with {id, event} before it. The answer is JSON,
// as text: a large one gets to the page in half of the time that its objects would need.
// Its name tells which core it has, "core" or "play".
// {id, failed}: the core broke, and {id, missing}: it did not load; this worker is of no more use.
import { load } from "./module.js";

const file = `${self.name}.wasm`;
const ready = fetch(new URL(file, self.page ?? location.href)).then((reply) => {
  if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
  return reply.arrayBuffer();
}).then((bytes) => WebAssembly.compile(bytes)).then(load);
ready.catch(() => {}); // told to whoever asks

let turn = Promise.resolve();
onmessage = ({ data: { id, question } }) => {
  turn = turn.then(async () => {
    const answer = await ready.catch((error) => postMessage({ id, missing: error.message }));
    if (!answer) return;
    try {
      postMessage({ id, answer: answer(question, (event) => postMessage({ id, event })) });
    } catch (error) {
      postMessage({ id, failed: error.message });
    }
  });
};
