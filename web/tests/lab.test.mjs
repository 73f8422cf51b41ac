// Tests the heuristic lab against the command: an expression is audited while it is written, its counterexample is on
// the board, its plot has every state, and what A* expands stands beside the heuristics of the kind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, download, equipped, program, serve, sideways, stage, until } from "./browser.mjs";
import { button, core, enter, hash, idOf } from "./person.mjs";

const DIE = idOf("die:5x5,obstacles=0#1"), ROOK = idOf("rook:4x4#1"), UNREACHED = "9*(x==4)*(y==2)";
const { browser, site } = await stage();

const open = async (maze, settings = "", options) => {
  const visitor = await enter(browser, site.address, "lab", maze && `${maze}${settings}`, options);
  await worked(visitor.page);
  return visitor;
};
// Waits until every heuristic of the table has its numbers.
const worked = (page) => until(page, () => {
  const cells = [...document.querySelectorAll(".lab-table tbody td")];
  return cells.length > 0 && !cells.some((c) => c.textContent === "…") && !/Working/.test(document.querySelector("[aria-label=Verdict]").textContent);
});
const field = (page) => page.getByLabel("Expression", { exact: true });
const write = async (page, text) => {
  await field(page).fill(text);
  await page.waitForTimeout(300); // until the work begins
  await worked(page);
};
const verdict = (page) => page.getByRole("region", { name: "Verdict" }).innerText();
const place = (page) => page.getByRole("region", { name: "Board" }).getByRole("status").innerText();
const audit = (maze, heuristic) => program("audit", "--json", "-q", "-H", heuristic, maze).find((a) => a.board === "maze");
// {mine: ["105", "12", "no", "no"], …}
const table = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".lab-table tbody tr")].map((row) =>
  [row.querySelector("th").textContent, [...row.querySelectorAll("td")].map((c) => c.textContent)])));
const dots = (page) => page.evaluate(() => [...document.querySelectorAll(".lab-plot title")].map((n) => n.textContent));
const statesOf = (titles) => titles.reduce((sum, text) => sum + Number(/([\d,]+) states?$/.exec(text)[1].replaceAll(",", "")), 0);

test("an expression is audited while it is typed, as the program audits it", async () => {
  const { page, leave } = await open(DIE);
  await field(page).fill("");
  await field(page).pressSequentially("2*(dx+dy)", { delay: 20 });
  await until(page, () => /by at most 6/.test(document.querySelector("[aria-label=Verdict]").innerText));
  const said = await verdict(page), theirs = audit(DIE, "mine=2*(dx+dy)");
  assert.match(said, new RegExp(`Not admissible: it estimates too high in ${theirs.overestimated} of ${theirs.states} states, by at most ${theirs.worst}\\.`));
  assert.match(said, new RegExp(`Not consistent: along ${theirs.inconsistent} moves`));
  await worked(page);
  const heights = await dots(page);
  assert.equal(statesOf(heights), theirs.states);
  const picture = page.locator(".lab-plot");
  assert.equal(await picture.getAttribute("aria-label"),
    `Estimates of mine beside exact distances: ${theirs.states} states, ${theirs.overestimated} of them too high, ${theirs.exact_states} exact.`);
  const over = await page.locator(".lab-plot .over title").allTextContents();
  assert.equal(statesOf(over), theirs.overestimated);
  for (const text of over) {
    const [exact, estimate] = text.match(/\d+/g).map(Number);
    assert.ok(estimate > exact, text);
  }
  await leave();
});

test("the counterexample is on the board, with its numbers and the features there", async () => {
  const { page, leave } = await open(DIE);
  await write(page, "2*(dx+dy)");
  const { counterexample } = audit(DIE, "2*(dx+dy)");
  assert.equal(await place(page), `Too high here: ${counterexample.state}; estimate ${counterexample.estimate}, exact distance ${counterexample.exact}.`);
  assert.equal(await page.getByRole("img", { name: counterexample.state }).count(), 1);
  const { features } = core("features", { maze: DIE, moves: counterexample.moves });
  for (const name of ["dx", "dy", "top"])
    assert.equal(await page.locator(`output[data-name=${name}]`).innerText(), String(features[name]));
  await button(page, "Where it falls").click();
  assert.match(await place(page), /estimate \d+; move [NESW] costs 1 and leads to row/);
  await button(page, "Start").click();
  assert.equal(await place(page), "The start: estimate 16, exact distance 12.");
  await until(page, () => document.querySelector("output[data-name=dx]").textContent === "4");
  await leave();
});

test("a counterexample that no moves lead to is told in words", async () => {
  const { page, leave } = await open(ROOK);
  await write(page, UNREACHED);
  assert.match(await verdict(page), /The start cannot reach the counterexample nearest to a win: row 2, column 4; estimate 9, exact distance 1\./);
  assert.equal(await button(page, "Counterexample").isDisabled(), true);
  await leave();
});

test("what is wrong with an expression is told with its place, and nothing is lost by it", async () => {
  const { page, leave } = await open(DIE);
  await write(page, "dx + dy");
  const before = await dots(page);
  for (const [text, says, column] of [["dx + dq", /'dq'/, 6], ["2*(dx", /belongs a '\)'/, 6], ["", /ends early/, 1], ["dx = 2", /./, 4]]) {
    await write(page, text);
    const problem = page.locator("#lab-problem");
    assert.match(await problem.innerText(), says, text);
    assert.equal((await problem.locator("pre").innerText()).split("\n")[1]?.length, column, text);
    assert.equal(await field(page).getAttribute("aria-invalid"), "true");
    assert.deepEqual(await dots(page), before);
  }
  await write(page, "dx + dy + 1/0*(dx>3)");
  assert.equal(await page.locator("#lab-problem").innerText(), "");
  assert.match(await verdict(page), /calls some of them hopeless/);
  assert.ok((await dots(page)).some((text) => /called hopeless/.test(text)));
  await leave();
});

test("many features of one sort are folded", async () => {
  const { page, leave } = await open(idOf("bloxorz:8x6#1"));
  const first = page.getByRole("button", { name: "bridge_a", exact: true });
  assert.equal(await first.isVisible(), false);
  await page.getByText("bridge_a to bridge_z").click();
  await field(page).fill("");
  await first.click();
  assert.equal(await field(page).inputValue(), "bridge_a");
  await leave();
});

test("a feature is put where the cursor stands", async () => {
  const { page, leave } = await open(DIE);
  await write(page, "2*");
  await field(page).press("End");
  await page.getByRole("button", { name: "dx", exact: true }).click();
  await page.getByRole("button", { name: "dy", exact: true }).click();
  assert.equal(await field(page).inputValue(), "2*dx + dy");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
  await leave();
});

test("A* with it stands beside the heuristics of the kind, with the program's numbers", async () => {
  const { page, leave } = await open(DIE);
  await write(page, "2*(dx+dy)");
  const rows = await table(page);
  for (const heuristic of ["zero", "h2", "h3", "h4", "2*(dx+dy)"]) {
    const [theirs] = program("solve", "--json", "-q", "-a", "astar", "-H", heuristic, DIE), row = rows[heuristic.startsWith("2") ? "mine" : heuristic];
    assert.equal(row[0], String(theirs.expanded), heuristic);
    assert.equal(row[1], theirs.cost > 12 ? `${theirs.cost}, not 12` : "12", heuristic);
  }
  assert.deepEqual(rows.h4.slice(2), ["yes", "yes"]);
  assert.deepEqual(rows.h3.slice(2), ["no", "no"]);
  await page.locator(".lab-table").getByRole("button", { name: "h3", exact: true }).click(); // its plot and counterexample
  assert.match(await verdict(page), /too high in 20 of 105 states, by at most 2/);
  assert.match(await page.locator(".lab-plot").getAttribute("aria-label"), /^Estimates of h3/);
  await leave();
});

test("several expressions have names, and a link carries them all", async () => {
  const { page, leave } = await open(DIE);
  await write(page, "dx + dy");
  await button(page, "New").click();
  await page.getByLabel("Name", { exact: true }).fill("twice");
  await page.keyboard.press("Enter");
  await write(page, "2*dx + 2*dy");
  const address = await page.evaluate(() => location.href);
  assert.ok((await hash(page)).endsWith("?h1=mine=dx+++dy&h2=twice=2*dx+++2*dy&at=2"), await hash(page));
  const other = await enter(browser, address.split("#")[0], "lab", address.split("#lab/")[1]);
  await worked(other.page);
  assert.equal(await field(other.page).inputValue(), "2*dx + 2*dy");
  assert.deepEqual(Object.keys(await table(other.page)).filter((n) => ["mine", "twice"].includes(n)).sort(), ["mine", "twice"]);
  await other.leave();
  for (const [name, says] of [["h4", "There is a heuristic h4 already"], ["a b", "A name has 1 to 20"], ["mine", "already"], ["zero", "already"]]) {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.keyboard.press("Enter");
    assert.match(await page.getByRole("alert").innerText(), new RegExp(says));
  }
  await page.reload(); // what was written is in the address
  await worked(page);
  assert.equal(await field(page).inputValue(), "2*dx + 2*dy");
  await button(page, "Remove").click();
  assert.equal(await field(page).inputValue(), "dx + dy");
  await write(page, "2*dx + dy");
  await page.goto(`${site.address}#lab/${DIE}`); // and is remembered; the view is made anew
  await until(page, () => location.hash.includes("?h1=") && document.querySelector(".expression").value === "2*dx + dy");
  await leave();
});

test("values of a link that cannot be are told and left out", async () => {
  const long = "x".repeat(201);
  for (const [settings, shown] of [["?h1=mine%3Ddx&h2=no%20name", "dx"], [`?h1=mine%3D${long}`, "dx + dy"], ["?h1=a%3Ddx&h2=a%3Ddy", "dx"],
    ["?h1=mine%3Ddy&at=7", "dy"], ["?h1=mine%3Ddy&at=-1", "dy"], ["?h1=%3Cimg%20src%3Dx%3E", "dx + dy"]]) {
    const { page, leave } = await open(DIE, settings);
    assert.match(await page.getByRole("alert").innerText(), /^A part of this link is damaged/, settings);
    assert.equal(await field(page).inputValue(), shown, settings);
    await leave();
  }
});

test("the plot is saved as a picture of its own", async () => {
  const { page, leave } = await open(DIE);
  await write(page, "2*(dx+dy)");
  const { name, content } = await download(page, () => button(page, "Save the plot").click());
  const svg = String(content);
  assert.equal(name, "mine.svg");
  assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.doesNotMatch(svg, /var\(|class="fine"(?![^>]*fill=)/);
  assert.equal(statesOf([...svg.matchAll(/<title>(exact distance[^<]*)<\/title>/g)].map((m) => m[1])), 105);
  await leave();
});

test("it can be watched in the view Search", async () => {
  const { page, leave } = await open(DIE);
  await write(page, "2*(dx+dy)");
  await button(page, "Watch it search").click();
  await until(page, () => /astar, 2\*\(dx\+dy\)/.test(document.querySelectorAll(".search-panel h2")[1]?.textContent));
  await page.goBack();
  await worked(page);
  assert.equal(await field(page).inputValue(), "2*(dx+dy)");
  await leave();
});

test("a maze that is too large says so, and what can still be told", async () => {
  const { page, leave } = await open(idOf("theseus:60x60#2"));
  assert.match(await verdict(page), /too large to compare all its states \(limit: states\)\. A\* expands [\d,]+ with this heuristic; its solution costs 65\./);
  assert.match(await verdict(page), /Along a shortest solution it is never too high, in 66 states; elsewhere it may be\./);
  await write(page, "dx + 2*dy");
  assert.match(await verdict(page), /Not admissible: along a shortest solution it is too high in \d+ of 66 states/);
  assert.match(await place(page), /^Too high here: Theseus row/);
  await button(page, "A smaller maze").click();
  await until(page, () => /dmissible: it/.test(document.querySelector("[aria-label=Verdict]").innerText));
  assert.match(await hash(page), /^#lab\/theseus:30x30/);
  await leave();
});

test("a kind without heuristics, and one whose mazes nobody can win, are told of", async () => {
  const marble = await open(idOf("marble:4x4#4"));
  assert.deepEqual(Object.keys(await table(marble.page)).sort(), ["mine", "zero"]);
  await marble.leave();
  const lost = await open(idOf("die:9x9,obstacles=20#2"));
  assert.match(await verdict(lost.page), /Unsolvable: no way leads to the goal/);
  await lost.leave();
  const bad = await enter(browser, site.address, "lab", "rook:99x99#1");
  await bad.page.getByRole("alert").waitFor();
  assert.equal(await bad.page.evaluate(() => document.querySelector("[aria-label='Your heuristic']").inert), true);
  await bad.leave();
});

test("typing is never waited for, and only the last text counts", async () => {
  const { page, leave } = await open("die:300x300#1");
  const times = [];
  for (const text of ["d", "dx", "dx ", "dx +", "dx + d", "dx + dy"]) {
    const begun = Date.now();
    await field(page).fill(text);
    times.push(Date.now() - begun);
    await page.waitForTimeout(260); // each is begun, and stopped by the next
  }
  assert.ok(Math.max(...times) < 2000, `${times} ms`);
  await worked(page);
  const [theirs] = program("solve", "--json", "-q", "-a", "astar", "-H", "dx + dy", "die:300x300#1");
  assert.equal((await table(page)).mine[0], theirs.expanded.toLocaleString("en"));
  await leave();
});

test("it stands within Search, fits a phone, and serves screen readers in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, leave } = await open(DIE, "?h1=mine%3D2*(dx%2Bdy)", { viewport: { width: 360, height: 740 }, colorScheme });
    await accessible(page);
    assert.equal(await sideways(page), false);
    assert.equal(await page.locator(".tabs [aria-current=page]").innerText(), "Search");
    assert.deepEqual(await page.locator(".within a").allInnerTexts(), ["Watch", "Lab"]);
    await leave();
  }
});

test("its table has what the plot has", async () => {
  const { page, leave } = await open(DIE, "?h1=mine%3D2*(dx%2Bdy)");
  await page.getByText("The same as a table").click();
  const rows = await page.getByRole("region", { name: "Table of estimates" }).locator("tbody tr").allInnerTexts();
  const cells = rows.map((r) => r.split("\t").map((c) => c.trim()));
  assert.equal(cells.reduce((sum, c) => sum + Number(c[2]), 0), 105);
  assert.equal(cells.reduce((sum, c) => sum + Number(c[3]), 0), 64);
  assert.deepEqual(cells[0], ["0", "0", "1", "0"]);
  await leave();
});

test("a server works for it; when it is gone the page works on alone, also offline", async () => {
  const { address, end } = await serve({});
  const { page, context, wrong } = await enter(browser, address, "lab", `${DIE}?h1=mine%3D2*(dx%2Bdy)`, { serviceWorkers: "allow" });
  await worked(page);
  assert.match(await verdict(page), /in 64 of 105 states/);
  await equipped(page);
  await end("SIGKILL");
  await write(page, "3*dx");
  const [theirs] = program("solve", "--json", "-q", "-a", "astar", "-H", "3*dx", DIE);
  assert.equal((await table(page)).mine[0], String(theirs.expanded));
  await page.reload();
  await worked(page);
  assert.equal(await field(page).inputValue(), "3*dx");
  assert.equal((await table(page)).mine[0], String(theirs.expanded));
  assert.deepEqual(wrong.filter((w) => !w.includes("Failed to load resource")), []);
  await context.close();
});
