// onefile.js: mazes and all that plays them in one file of HTML, made of embed.html and its program.
import { download, toast } from "./dom.js";
import { t } from "./words.js";

async function textOf(file) {
  const reply = await fetch(file);
  if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
  return reply.text();
}

// mazes: {id, name, length} each. No text can end the list before its end, because no "<" is left in it.
export async function saveFile(title, mazes) {
  try {
    const [page, program] = await Promise.all(["embed.html", "player.js"].map(textOf));
    const list = JSON.stringify({ title, mazes }).replaceAll("<", "\\u003c");
    download("mazes.html", "text/html", page.replace(">{}<", () => `>${list}<`).replace(' src="player.js">', () => `>${program}`));
  } catch (error) {
    toast(t("The file cannot be made: {why}", { why: error.message }));
  }
}
