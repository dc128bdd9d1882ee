/** The most that a form without a picture carries. */
export const FORM_MAX_BYTES = 128 * 1024

/** What a request carries, or null when it is more than `mostBytes`, whether it told its length or not. */
export async function readBodyUpTo(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const declaredLength = Number(request.headers.get('content-length') ?? 0)
  if (declaredLength > maxBytes) return null
  // As long as it says, and no longer: node:http sees to that. One that is short is read at once, without a stream.
  if (declaredLength > 0 && declaredLength <= FORM_MAX_BYTES) return Buffer.from(await request.arrayBuffer())
  // Put where it stays: joined at the end, a picture would lie in memory twice.
  const whole = Buffer.allocUnsafeSlow(declaredLength)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return null
    if (size <= declaredLength) whole.set(part, size - part.byteLength)
    else parts.push(part)
  }
  return declaredLength > 0 ? whole.subarray(0, size) : Buffer.concat(parts)
}

/**
 * A request for a page with its posted form, read whole before any page sees it, so that an action never meets a body that
 * it cannot read. `page` is its address, where it came to another.
 * Refused: a body larger than `mostBytes`, and one that is no form, or holds the NUL that PostgreSQL's text cannot.
 */
export async function readFormRequest(request: Request, maxBytes: number, page: string | URL = request.url): Promise<Request | 'too-large' | 'no-form'> {
  const body = await readBodyUpTo(request, maxBytes)
  if (!body) return 'too-large'
  const form = await parseForm(body, request.headers)
  return form ? requestWithForm(request, form, page) : 'no-form'
}

/** The same request with its form in hand: read once, for each reading would lay two more copies of a picture into memory. */
export function requestWithForm({ url, method, headers, signal }: Request, form: FormData, page: string | URL = url): Request {
  const sent = new Request(page, { method, headers, signal })
  sent.formData = async () => form
  // Actions that look at a form before they read it do so in a copy, which would carry none.
  sent.clone = () => requestWithForm(sent, form)
  return sent
}

/** The form that a body is, or null for the same as what {@link wholeForm} calls no form. */
export async function parseForm(body: Buffer<ArrayBuffer>, headers: Headers): Promise<FormData | null> {
  try {
    const form = await new Response(body, { headers: { 'content-type': headers.get('content-type') ?? '' } }).formData()
    return [...form.values()].every((value) => typeof value !== 'string' || !value.includes('\0')) ? form : null
  } catch {
    return null
  }
}
