export const FORM_MAX_BYTES = 128 * 1024

/** The body, or null if it exceeds `maxBytes`, even if no length was declared. */
export async function readBodyUpTo(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const declaredLength = Number(request.headers.get('content-length') ?? 0)
  if (declaredLength > maxBytes) return null
  // node:http enforces the declared length; short bodies are read without a stream.
  if (declaredLength > 0 && declaredLength <= FORM_MAX_BYTES) return Buffer.from(await request.arrayBuffer())
  // Reads into the final buffer: concatenating chunks would keep a picture in memory twice.
  const buffer = Buffer.allocUnsafeSlow(declaredLength)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return null
    if (size <= declaredLength) buffer.set(part, size - part.byteLength)
    else parts.push(part)
  }
  return declaredLength > 0 ? buffer.subarray(0, size) : Buffer.concat(parts)
}

/** Refuses a body that is too long or not a form. `page`: the page's URL, if it differs from that of the request. */
export async function readFormRequest(
  request: Request,
  maxBytes: number,
  page: string | URL = request.url,
): Promise<Request | 'too-large' | 'no-form'> {
  const body = await readBodyUpTo(request, maxBytes)
  if (!body) return 'too-large'
  const form = await parseForm(body, request.headers)
  return form ? requestWithForm(request, form, page) : 'no-form'
}

/** A request whose form is already parsed, because parsing again would copy a picture twice. */
export function requestWithForm(
  { url, method, headers, signal }: Request,
  form: FormData,
  page: string | URL = url,
): Request {
  const formRequest = new Request(page, { method, headers, signal })
  formRequest.formData = async () => form
  // Actions read a clone, which would otherwise have no body.
  formRequest.clone = () => requestWithForm(formRequest, form)
  return formRequest
}

/** Null if the body is not a form or contains NUL, which PostgreSQL cannot store. */
export async function parseForm(body: Buffer<ArrayBuffer>, headers: Headers): Promise<FormData | null> {
  try {
    const form = await new Response(body, {
      headers: { 'content-type': headers.get('content-type') ?? '' },
    }).formData()
    return [...form.values()].every((value) => typeof value !== 'string' || !value.includes('\0'))
      ? form
      : null
  } catch {
    return null
  }
}
