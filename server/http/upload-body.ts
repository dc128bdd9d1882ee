import { UPLOAD_MAX_BYTES } from '#shop/constants.ts'
import { turns } from '#shop/concurrency/semaphore.ts'
import { boundedBody, FORM_MAX_BYTES, formOf, wholeForm, withForm } from './form-body.ts'

/** Pictures are prepared one after another; more bodies than these would only lie in memory meanwhile. */
const reading = turns(2)
const working = turns(1)
/** Up to here it is read past, so that whoever sends it gets to read the answer. */
const THROWN_AWAY_MOST_BYTES = 64 * 1024 * 1024

/**
 * Answers a posted form that may carry a picture, with never more than a few pictures in memory and one being worked on.
 * Refused: a body that is larger than a picture and its form, and one that is no form.
 */
export async function withUpload<Answer>(request: Request, answer: (sent: Request) => Promise<Answer>): Promise<Answer | 'too-large' | 'no-form'> {
  const told = Number(request.headers.get('content-length') ?? Infinity)
  if (told <= FORM_MAX_BYTES) {
    const sent = await wholeForm(request, FORM_MAX_BYTES)
    return typeof sent === 'string' ? sent : answer(sent)
  }
  if (Number.isFinite(told) && told > UPLOAD_MAX_BYTES + FORM_MAX_BYTES) {
    if (told <= THROWN_AWAY_MOST_BYTES) await throwAway(request)
    return 'too-large'
  }
  return reading(async () => {
    const body = await boundedBody(request, UPLOAD_MAX_BYTES + FORM_MAX_BYTES)
    if (!body) return 'too-large'
    return working(async () => {
      const form = await formOf(body, request.headers)
      return form ? answer(withForm(request, form)) : 'no-form'
    })
  })
}

/** A browser reads no answer before it has sent everything, unless the connection is cut, which it then speaks of instead. */
async function throwAway(request: Request) {
  await request.body?.pipeTo(new WritableStream()).catch(() => undefined)
}
