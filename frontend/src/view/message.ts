/** The one line at the top of a page that says what happened. */

export function say(words: string, isAlarm = false): void {
  const line = document.getElementById("message");
  if (!line) return;
  line.textContent = words;
  line.classList.toggle("alarm", isAlarm);
}
