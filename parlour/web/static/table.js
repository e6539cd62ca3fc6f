// The one script of the house, the same for every game: it keeps a table up to date and turns clicks into actions.
//
// The server draws everything. Each frame is the whole view, sent as what has changed in it; it is morphed into the
// page, so that pieces glide and nothing else flickers. What may be done stands in the bar as buttons; each has the path
// of pieces that means the same.

const table = () => document.getElementById("the-table");
const bar = () => document.getElementById("the-bar");
const form = document.getElementById("the-form");
const narrowScreen = matchMedia("(max-width: 899px)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
document.documentElement.classList.add("scripted");

// Paths ------------------------------------------------------------------------------------------------------------

let chosen = []; // the ids clicked so far

const offers = () =>
  [...bar().querySelectorAll(".choice[data-path]")].map((element) => ({
    element,
    steps: element.dataset.path ? element.dataset.path.split(" ").map((step) => step.split("|")) : [],
  }));

const begins = (offer) => chosen.every((id, place) => offer.steps[place]?.includes(id));

/** Whether an offer goes on over a piece. One that is chosen already lets go instead, unless only it can be meant. */
const leadsOver = (offer, id) => {
  const step = offer.steps[chosen.length];
  return Boolean(step?.includes(id)) && (!chosen.includes(id) || step.length === 1);
};

/** Light what may be clicked next, and show in the bar what is still meant. */
function light() {
  const possible = offers().filter(begins);
  const next = new Map(); // id -> the offers that go on over it
  for (const offer of possible) {
    for (const id of offer.steps[chosen.length] ?? []) {
      if (leadsOver(offer, id)) next.set(id, [...(next.get(id) ?? []), offer]);
    }
  }
  for (const piece of pieces()) dress(piece, next.get(piece.id));
  const narrowed = chosen.length > 0;
  document.getElementById("the-choices")?.classList.toggle("narrowed", narrowed);
  for (const { element } of offers()) element.hidden = narrowed && !possible.some((offer) => offer.element === element);
  for (const kind of bar().querySelectorAll("details.kind")) {
    kind.hidden = narrowed && !kind.querySelector(".choice:not([hidden])");
    if (narrowed) kind.open = true;
    else if (kind.dataset.opened !== "yes") kind.open = false;
  }
  for (const stepper of bar().querySelectorAll(".stepper")) {
    // an amount of something on the board is asked for once that is clicked
    stepper.hidden = stepper.dataset.path !== "" && !(narrowed && possible.some((offer) => offer.element === stepper));
    tellAmount(stepper);
  }
  const fold = document.getElementById("the-fold"); // on a phone; what several actions share is decided in it
  const decided = narrowed && possible.some((offer) => offer.steps.length === chosen.length);
  if (fold) fold.open = decided || fold.dataset.opened === "yes";
  rove([...next.keys()]);
  lookAhead(narrowed ? possible : []);
}

const pieces = () => document.querySelectorAll("#the-board .piece");

/** Give a piece its classes, and say what it is and what a click would do. */
function dress(piece, offered) {
  piece.dataset.label ??= piece.getAttribute("aria-label");
  const lit = Boolean(offered);
  const isChosen = chosen.includes(piece.id);
  piece.classList.toggle("lit", lit || isChosen);
  piece.classList.toggle("chosen", isChosen);
  piece.setAttribute("role", lit || isChosen ? "button" : "img");
  let label = piece.dataset.label;
  if (isChosen && !lit) label += " (chosen; click to let go)";
  else if (lit && offered.length === 1 && offered[0].steps.length === chosen.length + 1) label += `: ${wordsOf(offered[0])}`;
  else if (lit) label += ": choose";
  piece.setAttribute("aria-label", label);
}

const wordsOf = (offer) => offer.element.dataset.words ?? offer.element.textContent.trim();

/** A piece was clicked: go one step on, back, or send the action that is left. */
function click(id) {
  if (chosen.includes(id) && !goesOn(id)) {
    chosen = chosen.slice(0, chosen.indexOf(id));
    return light();
  }
  chosen.push(id);
  const left = offers().filter(begins);
  const whole = left.filter((offer) => offer.steps.length === chosen.length);
  if (!left.length) chosen = [];
  if (left.length === 1 && whole.length === 1 && !left[0].element.matches(".stepper")) return send(left[0].element);
  light();
  if (whole.length) whole[0].element.querySelector("select, button")?.focus() ?? whole[0].element.focus();
  else if (document.activeElement?.closest?.("#the-board")) focusFirst();
  bringIntoSight();
}

/** On a phone the board may be longer than the screen: of what may be clicked, something must be in sight. */
function bringIntoSight() {
  const next = [...document.querySelectorAll("#the-board .piece.lit:not(.chosen)")];
  if (!narrowScreen.matches || !next.length) return;
  const end = bar().getBoundingClientRect().top;
  const inSight = (piece) => {
    const box = piece.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= end;
  };
  if (!next.some(inSight)) next[0].scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
}

const goesOn = (id) => offers().some((offer) => begins(offer) && leadsOver(offer, id));

// Ghosts: before an action is done, the house says what it would put where and what that would bring ------------------

const FEW = 4; // actions that are told of at once
const foreseen = new Map(); // by address, for this frame
let looking = 0;

const foresee = (action) => {
  const address = `${form.dataset.table}/ghost?action=${action}&narrow=${table().dataset.narrow}`;
  if (!foreseen.has(address)) {
    const nothing = { piece: "", words: "" };
    foreseen.set(address, fetch(address).then((answer) => (answer.ok ? answer.json() : nothing), () => nothing));
  }
  return foreseen.get(address);
};

/** Tell what a few actions would bring; the ghost of a single one is drawn. */
async function lookAhead(possible) {
  const gain = document.getElementById("the-gain");
  if (!gain) return;
  const look = ++looking;
  const still = () => look === looking && gain.isConnected;
  if (possible.length) await new Promise((done) => setTimeout(done, 60)); // not for all that a pointer passes
  if (!still()) return;
  const seen = possible.length > FEW ? [] : await Promise.all(possible.map((offer) => foresee(offer.element.value)));
  if (!still()) return;
  for (const ghost of document.querySelectorAll("#the-board .ghost")) ghost.remove();
  gain.replaceChildren(...seen.flatMap(({ words }, place) => (words ? [gainLine(possible[place], words, seen.length)] : [])));
  if (seen.length === 1 && seen[0].piece) {
    const svg = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${seen[0].piece}</svg>`, "image/svg+xml");
    document.querySelector("#the-board .pieces").append(document.importNode(svg.documentElement.firstChild, true));
  }
}

function gainLine(offer, words, count) {
  const line = document.createElement("p");
  if (count > 1) {
    const which = document.createElement("b");
    which.textContent = `${wordsOf(offer)}: `;
    line.append(which);
  }
  line.append(words);
  return line;
}

/** What is still possible if this piece is clicked, or what this button does. */
function meant(target) {
  const piece = target?.closest?.("#the-board .piece.lit");
  const button = target?.closest?.("#the-bar .choice[value]");
  if (button) return offers().filter((offer) => offer.element === button);
  const left = offers().filter(begins);
  return piece && !(chosen.includes(piece.id) && !goesOn(piece.id)) ? left.filter((offer) => leadsOver(offer, piece.id)) : null;
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const possible = document.getElementById("the-gain") && meant(event.target);
    if (possible) lookAhead(possible);
  });
}
for (const kind of ["pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest?.("#the-board .piece.lit, #the-bar .choice[value]") && document.getElementById("the-gain")) {
      lookAhead(chosen.length ? offers().filter(begins) : []);
    }
  });
}

// Amounts ----------------------------------------------------------------------------------------------------------

/** Show the numbers in the list and the words of the chosen one beside it. */
function tellAmount(stepper) {
  const select = stepper.querySelector("[data-amounts]");
  for (const option of select.options) option.label = option.dataset.amount;
  const told = select.selectedOptions[0]?.text ?? "";
  const output = stepper.querySelector("output");
  if (output.textContent !== told) output.textContent = told;
  for (const button of stepper.querySelectorAll("[data-step]")) {
    const down = ["least", "-5", "-1"].includes(button.dataset.step);
    // not `disabled`: a button that is would lose the focus
    button.setAttribute("aria-disabled", String(select.selectedIndex === (down ? 0 : select.length - 1)));
  }
}

function step(button) {
  const stepper = button.closest(".stepper");
  const select = stepper.querySelector("[data-amounts]");
  const last = select.length - 1;
  const wanted = { least: 0, most: last }[button.dataset.step] ?? select.selectedIndex + Number(button.dataset.step);
  select.selectedIndex = Math.max(0, Math.min(last, wanted));
  tellAmount(stepper);
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-amounts]")) tellAmount(event.target.closest(".stepper"));
});

// Keyboard: one lit piece is in the tab order, arrows go to the nearest in their direction -----------------------------

function rove(lit) {
  const ids = new Set([...lit, ...chosen]);
  const focused = document.activeElement?.id;
  const first = ids.has(focused) ? focused : lit[0];
  for (const piece of pieces()) {
    if (ids.has(piece.id)) piece.setAttribute("tabindex", piece.id === first ? "0" : "-1");
    else piece.removeAttribute("tabindex");
  }
}

function focusFirst() {
  document.querySelector('#the-board .piece[tabindex="0"]')?.focus();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (piece) => {
  const box = piece.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

function walk(from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  for (const piece of document.querySelectorAll("#the-board .piece[tabindex]")) {
    if (piece === from) continue;
    const [px, py] = middle(piece);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (ahead > 1 && (!best || ahead + 2 * aside < best.far)) best = { piece, far: ahead + 2 * aside };
  }
  if (!best) return;
  from.setAttribute("tabindex", "-1");
  best.piece.setAttribute("tabindex", "0");
  best.piece.focus();
}

document.addEventListener("keydown", (event) => {
  const piece = event.target.closest?.("#the-board .piece");
  if (event.key === "Escape" && chosen.length) {
    chosen.pop();
    light();
    focusFirst();
  } else if (piece && ARROWS[event.key]) {
    event.preventDefault();
    walk(piece, ARROWS[event.key]);
  } else if (piece && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    click(piece.id);
  }
});

document.addEventListener("click", (event) => {
  const piece = event.target.closest?.("#the-board .piece.lit");
  if (piece) click(piece.id);
});

// Sending ----------------------------------------------------------------------------------------------------------

const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Why the house, or a proxy before it, refused something. */
async function sentence(answer) {
  const text = await answer.text();
  try { return JSON.parse(text).error; } catch { return text.startsWith("<") ? `The house can't answer (${answer.status}).` : text; }
}

/** Post a form as its button would, and give why it was refused, if it was. Sent again if the line breaks: its id makes
 * that harmless. */
async function post(address, fields) {
  fields.set("post", newId());
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields), headers: { "X-Parlour": "1" } });
      return answer.ok ? "" : await sentence(answer);
    } catch {
      if (attempt > 20) return "The house can't be reached. Nothing was sent.";
      await new Promise((done) => setTimeout(done, Math.min(500 * 2 ** attempt, 4000)));
    }
  }
}

let answered = null; // the question whose answer is on its way: a double click sends one

async function send(button) {
  const asked = question();
  if (answered === asked) return;
  const fields = new FormData(form, button);
  const acts = !button.hasAttribute("formaction");
  answered = asked;
  chosen = [];
  light();
  showSending();
  const refusal = await post(acts ? form.getAttribute("action") : button.formAction, fields);
  refuse(bar(), refusal);
  // An action that was taken is followed by a frame with another question; what is clicked before it comes is too late.
  if (answered === asked && (refusal || !acts || question() !== asked)) answered = null;
  showSending();
}

const showSending = () => table().classList.toggle("sending", answered === question());

/** Say in a part of the page why something was refused, or that nothing is any more. */
function refuse(part, refusal) {
  let place = part.querySelector(":scope > .refusal");
  if (!refusal) return place?.remove();
  if (!place) {
    place = document.createElement("p");
    place.className = "refusal";
    place.setAttribute("role", "alert");
    part.prepend(place);
  }
  place.textContent = refusal;
}

/** Say something to the table. What is refused stays as it was typed. */
async function speak(saying, button) {
  const fields = new FormData(saying, button);
  const refusal = await post(saying.getAttribute("action"), fields);
  refuse(document.getElementById("the-talk"), refusal);
  if (refusal) return;
  const words = saying.querySelector("input[name=text]");
  if (words?.value === fields.get("text")) words.value = "";
  const statement = saying.closest("details");
  if (statement) {
    statement.open = false;
    statement.querySelector("summary").focus();
  }
}

// What opens another page is left to the browser.
const LEAVES = /\/(again|link)$/;

document.addEventListener("submit", (event) => {
  if (!form) return;
  if (event.target === form && !LEAVES.test(event.submitter?.formAction ?? "")) {
    event.preventDefault();
    send(event.submitter);
  } else if (event.target.matches("[data-say]")) {
    event.preventDefault();
    speak(event.target, event.submitter);
  }
});

// Small things on the page ------------------------------------------------------------------------------------------

document.addEventListener("click", async (event) => {
  const stepped = event.target.closest("[data-step]");
  if (stepped) step(stepped);
  const share = event.target.closest("[data-share]");
  if (share) {
    const address = new URL(share.dataset.share, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      share.textContent = "Copied";
    } catch {
      prompt("The address:", address);
    }
  }
  const summary = event.target.closest(".choices details > summary");
  if (summary) summary.parentElement.dataset.opened = summary.parentElement.open ? "no" : "yes";
  const rules = event.target.closest("[data-rules]");
  if (rules) {
    event.preventDefault();
    const dialog = document.getElementById("the-rules");
    const text = document.getElementById("the-rules-text");
    if (!text.innerHTML) {
      const answer = await fetch(`${rules.href}?bare=1`, { headers: { "X-Parlour": "1" } });
      if (!answer.ok) return refuse(bar(), await sentence(answer));
      text.innerHTML = await answer.text();
    }
    dialog.showModal();
  }
  const sound = event.target.closest("[data-sound]");
  if (sound) {
    localStorage.setItem("sound", soundOn() ? "off" : "on");
    showSound();
    if (soundOn()) chime();
  }
});

// What is mentioned in words points at its pieces on the board ---------------------------------------------------------

let pointing = null;

/** Light the pieces that a mention or a whole line of the log speaks of, or none. */
function point(element) {
  if (pointing === element) return;
  pointing = element;
  for (const piece of document.querySelectorAll("#the-board .pointed")) piece.classList.remove("pointed");
  if (!element) return;
  const mentions = element.matches("[data-piece]") ? [element] : [...element.querySelectorAll("[data-piece]:not(.of-player)")];
  for (const id of mentions.flatMap((mention) => mention.dataset.piece.split(" "))) {
    for (const piece of document.querySelectorAll(piecesOf(id))) piece.classList.add("pointed");
  }
}

/** A piece by its id, or all whose ids go on from there; a player's panel has another name in each game. */
const piecesOf = (id) => {
  const ids = id.startsWith("player-") ? ["player", "panel", "name"].map((kind) => id.replace("player", kind)) : [id];
  return ids.map((one) => `#the-board .piece[id="${one}"], #the-board .piece[id^="${one}-"]`).join(", ");
};

function startPointing() {
  for (const kind of ["mouseover", "focusin"]) {
    document.addEventListener(kind, (event) => point(event.target.closest?.("[data-piece], #the-log li") ?? null));
  }
  document.addEventListener("click", (event) => {
    const line = event.target.closest?.("#the-log li");
    if (!line || !narrowScreen.matches) return;
    document.getElementById("the-tab-board").checked = true; // the log is behind a tab there
    point(line);
    document.querySelector("#the-board .pointed")?.scrollIntoView({ block: "center" });
  });
  document.addEventListener("keydown", (event) => {
    const log = event.target.closest?.("#the-log");
    if (!log || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    const shown = [...log.querySelectorAll("li")].filter((line) => line.offsetParent);
    const here = shown.indexOf(event.target.closest("li"));
    shown[Math.max(0, Math.min(shown.length - 1, here + (event.key === "ArrowDown" ? 1 : -1)))]?.focus();
  });
}

// Sound and waiting ----------------------------------------------------------------------------------------------------

const soundOn = () => localStorage.getItem("sound") === "on";

function showSound() {
  document.querySelector("[data-sound]")?.setAttribute("aria-pressed", String(soundOn()));
}

/** Two soft notes: it is your turn. */
function chime() {
  const audio = new AudioContext();
  for (const [note, at] of [[523, 0], [784, 0.14]]) {
    const voice = audio.createOscillator();
    const gain = audio.createGain();
    voice.type = "sine";
    voice.frequency.value = note;
    gain.gain.setValueAtTime(0.0001, audio.currentTime + at);
    gain.gain.exponentialRampToValueAtTime(0.12, audio.currentTime + at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.4);
    voice.connect(gain).connect(audio.destination);
    voice.start(audio.currentTime + at);
    voice.stop(audio.currentTime + at + 0.45);
  }
  setTimeout(() => audio.close(), 1000);
}

function showWaiting() {
  for (const place of document.querySelectorAll(".since")) {
    const seconds = Math.max(0, Math.round(Date.now() / 1000 - Number(table().dataset.since)));
    const words = seconds < 5 ? "" : seconds < 90 ? `for ${seconds} seconds` : `for ${Math.round(seconds / 60)} minutes`;
    if (place.textContent !== words) place.textContent = words;
  }
}

// Frames -----------------------------------------------------------------------------------------------------------

const places = () => new Map([...pieces()].map((piece) => [piece.id, piece.getAttribute("transform") + piece.innerHTML]));

const question = () => table().querySelector(":scope > [name=asked]").value;

/** The token of this page goes into the forms that came by the stream, which has no secrets. */
function sign() {
  const { value } = form.elements.token;
  for (const field of table().querySelectorAll("form [name=token]")) field.value = value;
}

/** Make the page what the frame says; pieces that moved glide, new ones glow. */
function show(html) {
  const before = places();
  const mine = table().classList.contains("my-turn");
  const over = table().classList.contains("over");
  const amounts = new Map([...bar().querySelectorAll("[data-amounts]")].map((select) => [select.id, select.value]));
  const asked = question();
  const onBoard = document.activeElement?.closest?.("#the-board");
  Idiomorph.morph(table(), html, {
    callbacks: {
      beforeNodeMorphed: (old) => !(old.dataset && "keep" in old.dataset),
      beforeAttributeUpdated: (name, node) =>
        !(name === "open" && node.matches("details")) && name !== "data-opened",
    },
  });
  sign();
  for (const piece of pieces()) delete piece.dataset.label;
  for (const select of asked === question() ? bar().querySelectorAll("[data-amounts]") : []) {
    if (amounts.has(select.id)) select.value = amounts.get(select.id); // the same is asked: what was set stays
  }
  if (question() !== asked || !offers().some(begins)) chosen = []; // else what was picked so far still holds
  foreseen.clear();
  light();
  showSending();
  glow(before);
  if (asked !== question()) bringIntoSight();
  showSound();
  showWaiting();
  if (onBoard && !document.activeElement?.closest?.("#the-board")) focusFirst();
  if (!over && table().classList.contains("over")) {
    document.getElementById("the-tab-board").checked = true;
    document.getElementById("the-end").scrollIntoView();
  }
  if (!mine && table().classList.contains("my-turn")) {
    document.title = `● ${document.title.replace(/^● /, "")}`;
    if (soundOn()) chime();
  } else if (!table().classList.contains("my-turn")) document.title = document.title.replace(/^● /, "");
}

/** What is new or elsewhere glows for a moment. */
function glow(before) {
  if (calm.matches || !before.size) return;
  for (const [id, look] of places()) {
    if (before.get(id) === look) continue;
    const piece = document.getElementById(id);
    piece.classList.add("fresh");
    piece.addEventListener("animationend", () => piece.classList.remove("fresh"), { once: true });
  }
}

/** A frame as lines, made from the one before: `+` and a new line, or `=` and which of the old ones come next. */
const changed = (before, changes) =>
  changes.flatMap((change) => (change[0] === "+" ? change.slice(1) : before.slice(...change.slice(1).split(" "))));

let source = null;
let retry = 500;

/** Listen to the table; after a break, come back by itself and say which frame is here already. */
function listen() {
  source?.close();
  const last = encodeURIComponent(table().dataset.frame);
  const narrow = narrowScreen.matches ? 1 : 0;
  const known = table().dataset.narrow === String(narrow) ? last : "";
  const address = `${form.dataset.table}/stream?narrow=${narrow}&last=${known}`;
  source = new EventSource(address);
  let lines = [];
  const take = (frame) => {
    lines = frame;
    show(lines.join("\n"));
    table().dataset.narrow = String(narrow);
  };
  source.addEventListener("frame", (event) => take(event.data.split("\n")));
  source.addEventListener("change", (event) => take(changed(lines, event.data.split("\n"))));
  source.onopen = () => {
    retry = 500;
    lineState("");
  };
  source.onerror = async () => {
    const refused = source.readyState === EventSource.CLOSED; // else the line broke
    source.close();
    setTimeout(listen, retry);
    retry = Math.min(retry * 1.6, 5000);
    const words = (refused && (await reason(address))) || "The line is down; trying again …";
    if (source.readyState !== EventSource.OPEN) lineState(words);
  };
}

/** Why the house doesn't let this page listen, if it says so: an event source isn't told. */
async function reason(address) {
  const asking = new AbortController();
  try {
    const answer = await fetch(address, { headers: { "X-Parlour": "1" }, signal: asking.signal });
    return answer.ok ? "" : await sentence(answer);
  } catch {
    return "";
  } finally {
    asking.abort();
  }
}

let lineTimer = 0;

/** Say that the line is down, but not for a blink. */
function lineState(words) {
  const place = document.getElementById("the-line-state");
  clearTimeout(lineTimer);
  if (!words) place.hidden = true;
  else lineTimer = setTimeout(() => {
    place.textContent = words;
    place.hidden = false;
  }, 1500);
}

// Replay: the same page for another step, fetched and morphed, with the step in the address ----------------------------

async function replayTo(address) {
  const answer = await fetch(address, { headers: { "X-Parlour": "1" } });
  refuse(bar(), answer.ok ? "" : await sentence(answer));
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  history.replaceState(null, "", address);
  Idiomorph.morph(table(), page.getElementById("the-table").outerHTML, { ignoreActiveValue: true });
  markStep();
}

function markStep() {
  const step = new URLSearchParams(location.search).get("step") ?? document.querySelector("[data-replay] [name=step]").value;
  for (const line of document.querySelectorAll("#the-log li")) line.classList.toggle("now", line.value === Number(step));
  const log = document.getElementById("the-log");
  const line = log.querySelector(".now"); // not by scrollIntoView, which would move the whole page to it
  if (line) log.scrollTop = line.offsetTop - log.clientHeight / 2;
}

function startReplay(replay) {
  const narrow = () => (narrowScreen.matches ? "&narrow=1" : "&narrow=0");
  const here = (step, seat) => `${replay.getAttribute("action")}?step=${step}&seat=${seat}`;
  const go = () => replayTo(here(field("step").value, field("seat").value) + narrow());
  const field = (name) => document.querySelector(`[data-replay] [name=${name}]`);
  document.addEventListener("input", (event) => event.target.closest("[data-replay]") && go());
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    go();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step-to]");
    const line = event.target.closest("#the-log li");
    if (!link && !line) return;
    event.preventDefault();
    replayTo(here(link ? link.dataset.stepTo : line.value, field("seat").value) + narrow());
  });
  narrowScreen.addEventListener("change", go);
  markStep();
  if (narrowScreen.matches) go();
}

const replay = document.querySelector("[data-replay]");
if (replay) startReplay(replay);
else {
  light();
  bringIntoSight();
  listen();
  startPointing();
  showSound();
  setInterval(showWaiting, 1000);
  narrowScreen.addEventListener("change", listen);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && listen());
}
