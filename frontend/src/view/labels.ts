/** The labels of the project: their order, their tree, their hues and their digits. */

export interface Label {
  readonly name: string;
  readonly parent?: string | null;
  readonly colour?: string | null;
  readonly key?: string | null;
  readonly text?: string | null;
}

export const HUES = ["person", "place", "care", "time", "contact", "number", "other"] as const;
export type Hue = (typeof HUES)[number];

const DIGITS = "1234567890";

const BY_LABEL: Readonly<Record<string, Hue>> = {
  PERSON: "person",
  INITIALS: "person",
  USERNAME: "person",
  LOCATION: "place",
  HOSPITAL: "care",
  ORGANIZATION: "care",
  DATE: "time",
  TIME: "time",
  AGE: "time",
  PHONE: "contact",
  EMAIL: "contact",
  URL: "contact",
  IP: "contact",
  ID: "number",
};

export class Labels {
  private readonly byName: ReadonlyMap<string, Label>;

  constructor(readonly all: readonly Label[]) {
    this.byName = new Map(all.map((label) => [label.name, label]));
  }

  /** Labels of one hue together, in the order of the scheme. */
  families(): { hue: Hue; labels: Label[] }[] {
    const families = new Map<Hue, Label[]>();
    for (const label of this.all) {
      const hue = this.hue(label.name);
      families.set(hue, [...(families.get(hue) ?? []), label]);
    }
    return [...families].map(([hue, labels]) => ({ hue, labels }));
  }

  hue(name: string): Hue {
    for (let label = this.byName.get(name); label; label = this.byName.get(label.parent ?? "")) {
      const hue = HUES.find((one) => one === label?.colour) ?? BY_LABEL[label.name];
      if (hue) return hue;
    }
    return "other";
  }

  /** The label of the nth digit, from 0 for "1" to 9 for "0". */
  ofDigit(at: number): Label | undefined {
    return this.all.find((label) => label.key === DIGITS[at]);
  }

  /** Labels that the typed letters fit, those that begin so first. */
  fitting(typed: string): Label[] {
    const asked = typed.trim().toLowerCase().replaceAll(" ", "_");
    const fits = this.all.filter((label) => label.name.toLowerCase().includes(asked));
    return fits.sort((a, b) => Number(startsSo(b, asked)) - Number(startsSo(a, asked)));
  }
}

function startsSo(label: Label, asked: string): boolean {
  return label.name.toLowerCase().startsWith(asked);
}
