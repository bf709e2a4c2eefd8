/** JSON over HTTP from our own server; a failure carries a sentence for a person. */

export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** The page's first request: it may make a guest of who comes. Others wait for it, lest they make another one. */
let first: Promise<Response> | null = null;

export async function getJson<T>(path: string, init?: RequestInit): Promise<T> {
  const send = (): Promise<Response> => fetch(path, { credentials: 'same-origin', headers: { accept: 'application/json' }, ...init });
  let response: Response;
  try {
    response = await (first ? first.then(send, send) : (first = send()));
  } catch {
    throw new HttpError(0, 'offline', 'The server does not answer. Check the connection and try again.');
  }
  if (!response.ok) {
    const told = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    const error = (told.error ?? told) as Record<string, unknown>;
    throw new HttpError(
      response.status,
      String(error.code ?? 'error'),
      String(error.text ?? error.detail ?? `The server answered with ${response.status}.`),
    );
  }
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export function postJson<T>(path: string, body: unknown): Promise<T> {
  return sendJson<T>('POST', path, body);
}

export function sendJson<T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown): Promise<T> {
  return getJson<T>(path, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
