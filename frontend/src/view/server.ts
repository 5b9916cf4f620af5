/** The way to the server: JSON over the page's own origin, with the token against forged requests. */

export interface Reply<T> {
  readonly status: number;
  readonly body: T;
}

export async function get<T>(path: string): Promise<T> {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  const body = await bodyOf(answer);
  if (!answer.ok) throw new Refused(answer.status, body);
  return body as T;
}

export async function post<T>(path: string, body: unknown): Promise<Reply<T>> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf"]')?.content ?? "";
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRF-Token": token };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await bodyOf(answer)) as T };
}

/** An answer that is no success, with the server's own words for it. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, body: unknown) {
    super(wordsOf(body) || `the server answered ${status}`);
    this.status = status;
  }
}

/** What the server says about a refusal. */
export function wordsOf(body: unknown): string {
  const { message, detail } = (body ?? {}) as { message?: unknown; detail?: { message?: unknown } };
  return typeof message === "string" ? message : typeof detail?.message === "string" ? detail.message : "";
}

/** An id that nobody else has; also where the page is not served securely and `randomUUID` is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function pathOf(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join("/")}`;
}

async function bodyOf(answer: Response): Promise<unknown> {
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  return isJson ? answer.json() : undefined;
}
