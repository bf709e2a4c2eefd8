/** A match's options as a form draws them, from the JSON Schema that the server sends. */

export interface OptionField {
  key: string;
  title: string;
  help: string;
  kind: 'choice' | 'number' | 'switch' | 'text';
  /** `given` is what the server wants for a choice, which may be a number. */
  choices: { value: string; label: string; given: unknown }[];
  minimum?: number;
  maximum?: number;
  initial: unknown;
}

type Conditions = Record<string, unknown[]>;

interface Schema {
  title?: string;
  description?: string;
  type?: string;
  enum?: unknown[];
  /** What to call some of the choices. */
  labels?: Record<string, string>;
  /** The field counts only while the others have one of these values. */
  only_with?: Conditions;
  /** The same for single choices. */
  choices_only_with?: Record<string, Conditions>;
  /** Of a whole form: rosters are brought only with these values of the fields. */
  brings_with?: Conditions;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  properties?: Record<string, Schema>;
}

/** "all_out_attack" as "All out attack". */
export function inWords(value: string): string {
  const words = value.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The fields of a ruleset's options, in the schema's order. `leaveOut` names those that the page shows otherwise.
 * A seat is called by its side of the scenario, with the colour of its mark: in a title it stands in braces.
 * Fields and choices that do not count beside what was `chosen` so far are left out.
 */
export function fieldsOf(
  schema: unknown,
  leaveOut: readonly string[] = [],
  seats: readonly { seat: string; label: string }[] = [],
  chosen: Readonly<Record<string, unknown>> = {},
): OptionField[] {
  const properties = (schema as Schema | null)?.properties ?? {};
  const sides = new Map(seats.map(({ seat, label }) => [seat, `${label} (${seat})`]));
  const named = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, seat: string) => sides.get(seat) ?? inWords(seat));
  const counts = (conditions: Conditions = {}): boolean => Object.entries(conditions).every(([key, wanted]) => wanted.map(String).includes(String(value(key))));
  // A choice that does not count any more gives way to the default.
  const value = (key: string): unknown => {
    const open = counts(properties[key]?.choices_only_with?.[String(chosen[key])]);
    return (open ? chosen[key] : undefined) ?? properties[key]?.default;
  };
  return Object.entries(properties)
    .filter(([key, field]) => !leaveOut.includes(key) && counts(field.only_with))
    .map(([key, field]) => ({
      key,
      title: named(field.title ?? inWords(key)),
      help: named(field.description ?? ''),
      kind: kindOf(field),
      choices: (field.enum ?? [])
        .map((given) => ({ given, value: String(given) }))
        .filter(({ value }) => counts(field.choices_only_with?.[value]))
        .map(({ given, value }) => ({ value, label: named(field.labels?.[value] ?? '') || (sides.get(value) ?? inWords(value)), given })),
      minimum: field.minimum,
      maximum: field.maximum,
      initial: field.enum ? String(field.default ?? '') : (field.default ?? ''),
    }));
}

/** Whether the seats of a match with these options bring rosters: some games let the scenario say who comes. */
export function brings(schema: unknown, chosen: Readonly<Record<string, unknown>>): boolean {
  const { brings_with = {}, properties = {} } = (schema as Schema | null) ?? {};
  return Object.entries(brings_with).every(([key, wanted]) => wanted.includes(chosen[key] ?? properties[key]?.default));
}

/** What has to be chosen so that they do, as the form holds it. */
export function toBring(schema: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries((schema as Schema | null)?.brings_with ?? {}).map(([key, wanted]) => [key, String(wanted[0])]));
}

function kindOf(field: Schema): OptionField['kind'] {
  if (field.enum) return 'choice';
  if (field.type === 'integer' || field.type === 'number') return 'number';
  if (field.type === 'boolean') return 'switch';
  return 'text';
}
