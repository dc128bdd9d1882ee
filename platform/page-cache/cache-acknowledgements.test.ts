import { expect, test } from 'vitest'
import { createAcknowledgements, SHARED_CHANNEL } from './cache-acknowledgements.ts'

const [OWN, FORMER, OTHER] = ['own', 'former', 'other']

function createNode() {
  const sent: { text: string; values: unknown[] }[] = []
  let missing = [OWN, FORMER, OTHER]
  const acknowledgements = createAcknowledgements(
    {
      async query(statement, values = []) {
        const text = typeof statement === 'string' ? statement : statement.text
        sent.push({ text, values })
        if (text.includes('pg_stat_activity'))
          return {
            rows: missing.filter((node) => (values[0] as string[]).includes(node)).map((node) => ({ node })),
          }
        if (text.includes('as number')) return { rows: [{ number: '7', nodes: [OWN, FORMER, OTHER] }] }
        return { rows: [] }
      },
    },
    { node: OWN, changes: 'changes', requestPrefix: 'heard? ' },
  )
  return {
    acknowledgements,
    sent,
    acknowledge: (node: string) => (missing = missing.filter((each) => each !== node)),
  }
}

test('FLEET-17 a request waits for its own notification, and for the acknowledgements of the others', async () => {
  const { acknowledgements, sent, acknowledge } = createNode()
  const request = await acknowledgements.request()
  expect(sent[0]!.values).toEqual(['changes', 'heard? ', OWN])
  expect(await request.waitForMissing([OWN], 5)).toEqual([OWN])
  acknowledgements.receiveRequest(`7 ${OWN}`)
  acknowledge(FORMER)
  expect(await request.waitForMissing(request.nodes, 20)).toEqual([OTHER])
  acknowledge(OTHER)
  expect(await request.waitForMissing(request.nodes, 1000)).toEqual([])
})

test('FLEET-17 requests that come together share one write', async () => {
  const { acknowledgements, sent } = createNode()
  for (const number of ['8', '9', '10']) acknowledgements.receiveRequest(`${number} ${OTHER}`)
  await Promise.resolve()
  await new Promise(setImmediate)
  expect(sent.map(({ text }) => text)).toEqual([
    "set application_name = 'ninth-bend-pages own 8'",
    "set application_name = 'ninth-bend-pages own 10'",
  ])
})

test('FLEET-14 nodes of the build before answer by notifications, and are answered by them', async () => {
  const { acknowledgements, sent, acknowledge } = createNode()
  acknowledgements.receiveRequest('3f1c-id-of-the-build-before')
  expect(sent).toEqual([
    { text: 'select pg_notify($1, $2)', values: [SHARED_CHANNEL, `3f1c-id-of-the-build-before ${OWN}`] },
  ])
  const request = await acknowledgements.request()
  acknowledge(OTHER)
  acknowledgements.receiveRequest(`7 ${OWN}`)
  expect(await request.waitForMissing(request.nodes, 5)).toEqual([FORMER])
  acknowledgements.receiveAnswer(`7 ${OWN} ${FORMER}`)
  expect(await request.waitForMissing(request.nodes, 1000)).toEqual([])
})
