/** The most that a form without a picture carries. */
export const FORM_MAX_BYTES = 128 * 1024

/** What a request carries, or null when it is more than `mostBytes`, whether it told its length or not. */
export async function boundedBody(request: Request, mostBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
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
  return (await isForm(whole.clone())) ? whole : 'no-form'
}

async function isForm(request: Request): Promise<boolean> {
  try {
    const form = await request.formData()
    return [...form.values()].every((value) => typeof value !== 'string' || !value.includes('\0'))
  } catch {
    return false
  }
}
