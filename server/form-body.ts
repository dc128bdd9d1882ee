/** The most that a form without a picture carries. */
export const FORM_MAX_BYTES = 128 * 1024

/** What a request carries, or null when it is more than `mostBytes`, whether it told its length or not. */
export async function boundedBody(request: Request, mostBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const told = Number(request.headers.get('content-length') ?? 0)
  if (told > mostBytes) return null
  // Put where it stays: joined at the end, a picture would lie in memory twice.
  const whole = Buffer.allocUnsafeSlow(told)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > mostBytes) return null
    if (size <= told) whole.set(part, size - part.byteLength)
    else parts.push(part)
  }
  return told > 0 ? whole.subarray(0, size) : Buffer.concat(parts)
}

/**
 * A posted form, read whole before any page sees it, so that an action never meets a body that it cannot read.
 * Refused: a body larger than `mostBytes`, and one that is no form, or holds the NUL that PostgreSQL's text cannot.
 */
export async function wholeForm(request: Request, mostBytes: number): Promise<Request | 'too-large' | 'no-form'> {
  const body = await boundedBody(request, mostBytes)
  if (!body) return 'too-large'
  const { url, method, headers, signal } = request
  const whole = new Request(url, { method, headers, signal, body })
  return (await formOf(whole.clone())) ? whole : 'no-form'
}

/** The form that a request carries, or null for the same as what {@link wholeForm} calls no form. */
export async function formOf(request: Request): Promise<FormData | null> {
  try {
    const form = await request.formData()
    return [...form.values()].every((value) => typeof value !== 'string' || !value.includes('\0')) ? form : null
  } catch {
    return null
  }
}
