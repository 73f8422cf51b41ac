// Starts the browser that all files of tests share, prints its address (MAZEWRIGHT_BROWSER), and ends it when
// nobody holds stdin open any more.
import { share } from "./browser.mjs";

const browser = await share();
console.log(browser.wsEndpoint());
process.stdin.resume().on("end", () => browser.close());
