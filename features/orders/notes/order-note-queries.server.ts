import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '#platform/database/schema.ts'

/** Notes may mention money, so packers read only those for packers; row-level security hides the others too. */
export function notesQuery(
  order: ExpressionBuilder<DB, 'orders'>,
  { withEmails, withAllNotes }: { withEmails: boolean; withAllNotes: boolean },
) {
  return jsonArrayFrom(
    order
      .selectFrom('order_notes as note')
      .whereRef('note.order_id', '=', 'orders.id')
      .leftJoin('user_profiles as author', 'author.user_id', 'note.author_id')
      .$if(!withAllNotes, (note) => note.where('note.is_for_packers', '=', true))
      .select(['note.id', 'note.at', 'note.text', 'note.is_for_packers'])
      .select((note) => [
        withEmails
          ? note.fn.coalesce('author.full_name', 'author.email').as('author_name')
          : note.ref('author.full_name').as('author_name'),
      ])
      .orderBy('note.id'),
  ).as('notes')
}

export const hasNotesQuery = (
  order: ExpressionBuilder<DB, 'orders'>,
  { withAllNotes }: { withAllNotes: boolean },
) =>
  order
    .exists(
      order
        .selectFrom('order_notes')
        .whereRef('order_notes.order_id', '=', 'orders.id')
        .$if(!withAllNotes, (note) => note.where('is_for_packers', '=', true)),
    )
    .as('has_notes')
