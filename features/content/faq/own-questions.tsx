import type { TextBlock, TextInline } from '#shop/text/text-blocks.ts'
import { OwnText, renderInlines } from '#kit/display/own-text.tsx'

type Question = { question: TextInline[]; answer: TextBlock[] }
type Topic = { title: TextInline[] | null; opening: TextBlock[]; questions: Question[] }

/** A heading starts a topic, a smaller one a question. */
function toTopics(blocks: readonly TextBlock[]): Topic[] {
  const topics: Topic[] = []
  const lastTopic = () => topics.at(-1) ?? newTopic(null)
  function newTopic(title: TextInline[] | null): Topic {
    const topic: Topic = { title, opening: [], questions: [] }
    topics.push(topic)
    return topic
  }
  for (const block of blocks) {
    if ('heading' in block && block.heading === 2) newTopic(block.text)
    else if ('heading' in block) lastTopic().questions.push({ question: block.text, answer: [] })
    else {
      const topic = lastTopic()
      const { answer } = topic.questions.at(-1) ?? { answer: topic.opening }
      answer.push(block)
    }
  }
  return topics
}

// A text never changes on an open page, so positions are its keys.
export const OwnQuestions = ({ blocks }: { blocks: readonly TextBlock[] }) =>
  toTopics(blocks).map(({ title, opening, questions }, index) => (
    <section key={index} className="topic">
      {title && <h2>{renderInlines(title)}</h2>}
      <div>
        {opening.length > 0 && (
          <div className="prose own-text">
            <OwnText blocks={opening} />
          </div>
        )}
        {questions.map(({ question, answer }, at) => (
          <details key={at}>
            <summary>{renderInlines(question)}</summary>
            <div className="faq-answer prose own-text">
              <OwnText blocks={answer} />
            </div>
          </details>
        ))}
      </div>
    </section>
  ))
