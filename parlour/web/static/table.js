// The one script of the house, the same for every game: it keeps a table up to date and turns clicks into actions.
//
// The server draws everything. Each frame is the whole view; it is morphed into the page, so that pieces glide and
// nothing else flickers. What may be done stands in the bar as buttons; each has the path of pieces that means the same.

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

/** Light what may be clicked next, and show in the bar what is still meant. */
function light() {
  const possible = offers().filter(begins);
  const next = new Map(); // id -> the offers that go on over it
  for (const offer of possible) {
    for (const id of offer.steps[chosen.length] ?? []) {
      next.set(id, [...(next.get(id) ?? []), offer]);
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
  }
  rove([...next.keys()]);
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
  if (isChosen) label += " (chosen; click to let go)";
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
}

const goesOn = (id) => offers().some((offer) => begins(offer) && offer.steps[chosen.length]?.includes(id));

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

/** Post a form as its button would, and give why it was refused, if it was. Sent again if the line breaks: its id makes
 * that harmless. */
async function post(address, fields) {
  fields.set("post", newId());
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields), headers: { "X-Parlour": "1" } });
      if (answer.ok) return "";
      const text = await answer.text();
      try { return JSON.parse(text).error; } catch { return text; }
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

// What opens another page is left to the browser.
const LEAVES = /\/(again|link)$/;

document.addEventListener("submit", (event) => {
  if (!form) return;
  if (event.target === form && !LEAVES.test(event.submitter?.formAction ?? "")) {
    event.preventDefault();
    send(event.submitter);
  } else if (event.target.matches("[data-say]")) {
    event.preventDefault();
    post(event.target.getAttribute("action"), new FormData(event.target)).then((refusal) => refuse(bar(), refusal));
    event.target.reset();
  }
});

// Small things on the page ------------------------------------------------------------------------------------------

document.addEventListener("click", async (event) => {
  const step = event.target.closest("[data-step]");
  if (step) {
    const select = step.parentElement.querySelector("[data-amounts]");
    select.selectedIndex = Math.max(0, Math.min(select.length - 1, select.selectedIndex + Number(step.dataset.step)));
  }
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
  const summary = event.target.closest("details.kind > summary");
  if (summary) summary.parentElement.dataset.opened = summary.parentElement.open ? "no" : "yes";
  const rules = event.target.closest("[data-rules]");
  if (rules) {
    event.preventDefault();
    const dialog = document.getElementById("the-rules");
    const text = document.getElementById("the-rules-text");
    if (!text.innerHTML) text.innerHTML = await (await fetch(`${rules.href}?bare=1`)).text();
    dialog.showModal();
  }
  const sound = event.target.closest("[data-sound]");
  if (sound) {
    localStorage.setItem("sound", soundOn() ? "off" : "on");
    showSound();
    if (soundOn()) chime();
  }
  const line = event.target.closest("#the-log [data-points]");
  if (line) point(line, true);
});

for (const [kind, on] of [["mouseover", true], ["mouseout", false]]) {
  document.addEventListener(kind, (event) => {
    const line = event.target.closest?.("#the-log [data-points]");
    if (line) point(line, on);
  });
}

/** Show the pieces that a line of the log speaks of. */
function point(line, on) {
  for (const id of line.dataset.points.split(" ")) document.getElementById(id)?.classList.toggle("pointed", on);
}

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
  for (const place of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.round(Date.now() / 1000 - Number(place.dataset.since)));
    const words = seconds < 5 ? "" : seconds < 90 ? `for ${seconds} seconds` : `for ${Math.round(seconds / 60)} minutes`;
    if (place.textContent !== words) place.textContent = words;
  }
}

// Frames -----------------------------------------------------------------------------------------------------------

const places = () => new Map([...pieces()].map((piece) => [piece.id, piece.getAttribute("transform") + piece.innerHTML]));

const question = () => table().querySelector(":scope > [name=asked]").value;

/** Make the page what the frame says; pieces that moved glide, new ones glow. */
function show(html) {
  const before = places();
  const asked = question();
  const mine = table().classList.contains("my-turn");
  const onBoard = document.activeElement?.closest?.("#the-board");
  const known = new Set([...document.querySelectorAll("#the-log li")].map((line) => line.id));
  Idiomorph.morph(table(), html, {
    callbacks: {
      beforeNodeMorphed: (old) => !(old.dataset && "keep" in old.dataset),
      beforeAttributeUpdated: (name, node) =>
        !(name === "open" && node.matches("details")) && !(name === "data-points") && !(name === "data-opened"),
    },
  });
  for (const piece of pieces()) delete piece.dataset.label;
  if (question() !== asked || !offers().some(begins)) chosen = []; // else what was picked so far still holds
  light();
  showSending();
  glow(before, known);
  showSound();
  showWaiting();
  if (onBoard && !document.activeElement?.closest?.("#the-board")) focusFirst();
  if (!mine && table().classList.contains("my-turn")) {
    document.title = `● ${document.title.replace(/^● /, "")}`;
    if (soundOn()) chime();
  } else if (!table().classList.contains("my-turn")) document.title = document.title.replace(/^● /, "");
}

/** What is new or elsewhere glows for a moment, and the new lines of the log point at it. */
function glow(before, known) {
  const changed = [...places()].filter(([id, look]) => before.size && before.get(id) !== look).map(([id]) => id);
  for (const id of changed) {
    const piece = document.getElementById(id);
    if (calm.matches) continue;
    piece.classList.add("fresh");
    piece.addEventListener("animationend", () => piece.classList.remove("fresh"), { once: true });
  }
  const lines = [...document.querySelectorAll("#the-log li")].filter((line) => !known.has(line.id));
  if (known.size && changed.length && changed.length < 12) for (const line of lines) line.dataset.points = changed.join(" ");
}

let source = null;
let retry = 500;

/** Listen to the table; after a break, come back by itself and say which frame is here already. */
function listen() {
  source?.close();
  const last = encodeURIComponent(table().dataset.frame);
  const narrow = narrowScreen.matches ? 1 : 0;
  const known = table().dataset.narrow === String(narrow) ? last : "";
  source = new EventSource(`/t/${form.dataset.table}/stream?narrow=${narrow}&last=${known}`);
  source.addEventListener("frame", (event) => {
    show(event.data);
    table().dataset.narrow = String(narrow);
  });
  source.onopen = () => {
    retry = 500;
    lineState("");
  };
  source.onerror = () => {
    lineState("The line is down; trying again …");
    source.close();
    setTimeout(listen, retry);
    retry = Math.min(retry * 1.6, 5000);
  };
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
  const answer = await fetch(address);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  history.replaceState(null, "", address);
  Idiomorph.morph(table(), page.getElementById("the-table").outerHTML, { ignoreActiveValue: true });
  markStep();
}

function markStep() {
  const step = new URLSearchParams(location.search).get("step") ?? document.querySelector("[data-replay] [name=step]").value;
  for (const line of document.querySelectorAll("#the-log li")) line.classList.toggle("now", line.value === Number(step));
  document.querySelector("#the-log .now")?.scrollIntoView({ block: "nearest" });
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
  listen();
  showSound();
  setInterval(showWaiting, 1000);
  narrowScreen.addEventListener("change", listen);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && listen());
}
