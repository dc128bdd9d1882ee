import {
  ALLERGEN_STATEMENTS,
  allergensWith,
  listAllergenNames,
  type AllergenStatement,
  type AllergenStatements,
} from '#features/catalogue/labels/allergen-statements.ts'
import { VAT_RATES } from '#features/catalogue/product-form/vat-rates.ts'
import { formatCount } from '#shop/text/format-count.ts'
import type { ImportSubject } from './import-columns.ts'

export const MAX_IMPORT_LINES = 20_000
export const MAX_IMPORT_COLUMNS = 200
export const MAX_CELL_LENGTH = 20_000
/** For cells that are not long texts, such as prices and names. */
export const MAX_VALUE_LENGTH = 500

const PUT_ON_SALE = 'Put on sale all the same'
/** How many characters of a cell are quoted. */
const QUOTED_LENGTH = 60

type Noun = readonly [one: string, several: string]
const countOf = (count: number, [one, several]: Noun) =>
  `${formatCount(count)} ${count === 1 ? one : several}`
const lines = (count: number) => countOf(count, ['line', 'lines'])

const NOUNS = {
  products: ['product', 'products'],
  categories: ['category', 'categories'],
} as const satisfies Record<ImportSubject, Noun>
const NEW_NOUNS = {
  products: ['new product', 'new products'],
  categories: ['new category', 'new categories'],
} as const satisfies Record<ImportSubject, Noun>

const UNDO_OF = {
  products:
    'Then each value goes back, and products that it added are deleted; those that were ordered, counted or used otherwise meanwhile are switched off instead.',
  categories:
    'Then each value goes back, and categories that it added are deleted, unless they have products.',
} as const satisfies Record<ImportSubject, string>

export const importMessages = {
  unusable: (cell: string, text: string) =>
    `‘${cell.length > QUOTED_LENGTH ? `${cell.slice(0, QUOTED_LENGTH)}…` : cell}’ cannot be used. ${text}`,
  yesOrNo: 'Write yes or no',
  vatRate: `Write ${VAT_RATES.join(' or ')}, or leave it empty while you do not know the rate`,
  countOfTwoMeanings: (count: string) =>
    `‘${count}’ can mean ${count.replaceAll('.', '')} or ${count.split('.')[0]}. Write the digits alone`,
  priceOfTwoMeanings: (price: string) => {
    const thousands = price.replaceAll(/\D/g, '')
    const first = /\d+/.exec(price)?.[0]
    return `‘${price}’ can mean £${thousands} or a little more than £${first}. Write pounds and pence, like ${thousands}.00 or ${first}.99`
  },
  noAmount: 'Write a number, 0 or more, like 4.5, or leave it empty if it is not known',
  noCategory: (name: string) =>
    name === ''
      ? 'Write the name of a category'
      : `There is no category ‘${name}’. Correct the name, or add the category first`,
  tooFewCells: (count: number, wanted: number) =>
    `The line has ${count} of ${wanted} cells: it ends too early. Fill it up, or save the file again`,
  tooManyCells: (count: number, wanted: number) =>
    `The line has ${count} cells, and the first line names ${wanted} columns. Put a text with commas into quotation marks`,
  cellTooLong: (maxLength: number) =>
    `A cell has more than ${formatCount(maxLength)} characters. A quotation mark may be missing`,
  sameProduct: (line: number) => `It is the same product as in line ${line}. Keep one of the two lines`,
  sameAddress: (line: number) =>
    `Line ${line} has this address too, with another SKU. Leave the address out of one of the two lines, and it is another product`,
  sameCategory: (line: number) => `It is the same category as in line ${line}. Keep one of the two lines`,
  sameCode: (line: number) => `Line ${line} has it too. Each product needs its own`,
  codeOfOther: (name: string) => `‘${name}’ has it. Take it away there first, or correct it here`,
  nameOfSeveral:
    'Several products have this name. Add the column SKU or Address, so that it is clear which one is meant',
  nameOfSeveralCategories:
    'Several categories have this name. Add the column Address, so that it is clear which one is meant',
  addressNeverChanges: 'An address never changes. Leave the column out, or restore the address',
  archived: 'The product is archived. Bring it back first, or leave the line out',
  onOffer: (until: string) =>
    `The product is on offer until ${until}, at another price. End the offer first, or leave its price as it is`,
  noKey: 'Write the name of the product, or the SKU of one that is there',
  noCategoryKey: 'Write the name of the category, or its address',
  newAddressTaken: (name: string) =>
    `A new product of this name would have the address of ‘${name}’. Choose another name, or give the SKU of that product`,
  newCategoryAddressTaken: (name: string) =>
    `A new category of this name would have the address of ‘${name}’. Choose another name, or give that address`,
  newProduct: 'New, and off sale. It has no picture yet: add one in its form.',
  newProductOnSale: 'New. It goes on sale.',
  noPicture: 'It has no picture: add one in its form.',
  allergensRead: (allergens: AllergenStatements) => {
    const named = (statement: AllergenStatement) => listAllergenNames(allergensWith(allergens, statement))
    const [contained, possible, free, unknown] = ALLERGEN_STATEMENTS.map(named)
    if (!contained && !possible && !free)
      return 'The texts say nothing for sure about the 14 allergens, which stay ‘not known’.'
    const parts = [
      contained && `contains ${contained}`,
      possible && `may contain ${possible}`,
      free && `free from ${unknown || !(contained || possible) ? free : 'the others'}`,
      unknown && `not known: ${unknown}`,
    ]
    return `Allergens read from the texts: ${parts.filter(Boolean).join('; ')}. Check them.`
  },
  newCategory:
    'New. Until it has a product on sale, shoppers read that nothing is there yet. It has no picture: add one in its form.',
  newAddressWithSku: (address: string) =>
    `Another product has this name and another SKU, so the address of this one is ‘${address}’.`,
  newAddress: 'The address comes from the name; the one in the file is not used.',
} as const

export const importFileMessages = {
  none: 'Choose a CSV file',
  empty: 'The file is empty. Export products or categories, change the file, and choose it here',
  workbook:
    'This is a workbook of a spreadsheet, not a CSV file. Open it there, choose Save As, and CSV UTF-8 as the kind of file',
  notText: 'This is not a text file. In the spreadsheet choose Save As, and CSV UTF-8 as the kind of file',
  tooLarge: 'The file is larger than 10 MB. Split it into several files',
  tooManyLines: `The file has more than ${formatCount(MAX_IMPORT_LINES)} lines. Split it into several files`,
  tooManyColumns: `The file has more than ${MAX_IMPORT_COLUMNS} columns. Leave out those that the shop does not know`,
  noLines: 'The file has a line with the names of the columns, and nothing below it',
  quoteNotClosed: (line: number) =>
    `Line ${line}: a quotation mark is opened and never closed, so the rest of the file cannot be read. Close it, or take it away`,
  lineTooLong: (line: number) =>
    `Line ${line} is too long to be one line of a list. A line end may be missing, or the file may have another kind of delimiter`,
} as const

export const importPageMessages = {
  title: 'Import products and categories',
  lead: 'From a CSV file of a spreadsheet. First it is shown what each line would change; nothing is changed before you say so.',
  chooseTitle: 'Choose a file',
  file: 'CSV file',
  fileHint: `At most 10 MB and ${formatCount(MAX_IMPORT_LINES)} lines. What the file has no column for stays as it is. Products are found by SKU, then by address, then by name; categories by address, then by name.`,
  subject: 'What is in the file',
  subjects: { products: 'Products', categories: 'Categories' },
  helpTitle: 'What a file looks like',
  templateLead: 'A file to begin with: all columns, and a line as an example that you overwrite.',
  template: { products: 'Template for products', categories: 'Template for categories' },
  columnsOf: { products: 'Columns of products', categories: 'Columns of categories' },
  columnsOfLead: 'A file has any of them, in any order.',
  upload: 'Check the file',
  uploading: 'Checking the file…',
  exportProducts: 'Export products',
  exportCategories: 'Export categories',
  importProducts: 'Import and export',
  recentTitle: 'Imports of the last week',
  noneYet: 'No file was imported in the last week.',
  columnsSummary: (count: number, left: number) =>
    `${count === 1 ? '1 column' : `${count} columns`}${left > 0 ? `, ${left} left out` : ''}`,
  unnamedColumn: (place: number) => `Column ${place}, without a name`,
  columnsLead: 'What each column of the file is. Change what was guessed wrongly, and check the file again.',
  columnsUnchecked: 'You have changed what a column is. Press Check again before you import.',
  leftOut: 'Leave out',
  checkAgain: 'Check again',
  checkTitle: 'What the file changes',
  linesTitle: 'Lines of the file',
  noName: 'No name',
  cannotBeImported: 'Nothing was changed',
  failed: 'The import did not work, and nothing was changed. Try again in a moment.',
  notImported: 'Checked, not imported.',
  wouldChange: (counts: ImportCounts, subject: ImportSubject) =>
    [
      counts.changed > 0 && `${countOf(counts.changed, NOUNS[subject])} to change`,
      counts.added > 0 && countOf(counts.added, NEW_NOUNS[subject]),
      counts.same > 0 && countOf(counts.same, ['line without a change', 'lines without a change']),
      counts.faulty > 0 && `${lines(counts.faulty)} cannot be imported`,
    ]
      .filter(Boolean)
      .join(', '),
  saleBefore: ({ added_on, added_off, put_on, taken_off }: SaleCounts) =>
    [
      added_off > 0 &&
        `${countOf(added_off, NEW_NOUNS.products)} ${added_off === 1 ? 'is' : 'are'} added off sale: shoppers do not see ${added_off === 1 ? 'it until it is' : 'them until they are'} made active.`,
      added_on > 0 && `${countOf(added_on, NEW_NOUNS.products)} ${added_on === 1 ? 'goes' : 'go'} on sale.`,
      put_on > 0 &&
        `${countOf(put_on, NOUNS.products)} that ${put_on === 1 ? 'is' : 'are'} off sale now ${put_on === 1 ? 'goes' : 'go'} on sale.`,
      taken_off > 0 && `${countOf(taken_off, NOUNS.products)} ${taken_off === 1 ? 'goes' : 'go'} off sale.`,
    ]
      .filter(Boolean)
      .join(' '),
  saleAfter: ({ changed }: ImportCounts, { added_on, added_off, put_on, taken_off }: SaleCounts) =>
    [
      added_off > 0 && `Added off sale, where shoppers do not see them: ${formatCount(added_off)}.`,
      added_on > 0 && `Added on sale: ${formatCount(added_on)}.`,
      changed > 0 && `Changed: ${formatCount(changed)}.`,
      put_on > 0 && `Put on sale: ${formatCount(put_on)}.`,
      taken_off > 0 && `Taken off sale: ${formatCount(taken_off)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  productsOffSale: 'Products off sale',
  toConfirm: 'To confirm:',
  confirm: (count: number) => `${PUT_ON_SALE} (${lines(count)})`,
  confirmHint:
    'These lines put a product on sale, or change one on sale, about which its form would ask; each says what. Without the tick nothing is imported.',
  confirmationMissing: 'Tick this to import the lines as they are, or write ‘no’ under Active in them',
  mendFirst:
    'Nothing can be imported yet. Correct these lines in your spreadsheet, save the file, and choose it again.',
  nothingToImport: 'Everything is already as in the file. There is nothing to import.',
  reason: 'Reason of the stock changes',
  reasonHint: 'It stands in the stock history of each product.',
  reasonMissing: 'Enter a reason, like Stock of the new price list',
  importAll: (count: number) => `Import ${lines(count)}`,
  importing: 'Importing…',
  written: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} lines written`,
  allOrNothing: 'All lines are imported together, or none.',
  line: 'Line',
  show: {
    all: 'All lines',
    faulty: 'Cannot be imported',
    changed: 'Changed',
    added: 'Added',
    same: 'Unchanged',
  },
  outcomes: { faulty: 'Cannot be imported', changed: 'Changed', added: 'New', same: 'Nothing changes' },
  emptyValue: '(empty)',
  importedOn: (when: string, who: string | null) => `Imported on ${when}${who ? ` by ${who}` : ''}.`,
  undoneOn: (when: string) => `Undone on ${when}.`,
  undo: 'Undo this import',
  undoing: 'Undoing…',
  undoBefore: {
    products: `The import can be undone for a day. ${UNDO_OF.products}`,
    categories: `The import can be undone for a day. ${UNDO_OF.categories}`,
  },
  undoUntil: (when: string, subject: ImportSubject) =>
    `It can be undone until ${when}. ${UNDO_OF[subject]} What somebody has changed since stays, and is listed here.`,
  undoneCounts: ({ restored, deleted, switched_off }: UndoneCounts) =>
    [
      restored > 0 && `Changed back: ${formatCount(restored)}.`,
      deleted > 0 && `Deleted again: ${formatCount(deleted)}.`,
      switched_off > 0 && `Switched off instead of deleted: ${formatCount(switched_off)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  undoOver: 'It is too old to be undone: that is possible for a day.',
  undoKept: (kept: number) => `Not undone: ${lines(kept)}. They come first in the list, with the reason.`,
  undoReasons: {
    undone: 'Undone',
    'switched-off': 'Switched off, not deleted: it was ordered, counted or used otherwise since',
    'changed-since': 'Stays: somebody has changed it since',
    'counted-since': 'Stays: the stock was counted or corrected since',
    'stock-gone': 'Stays: so many pieces are no longer there',
    'code-taken': 'Stays: another product has the former SKU or barcode now',
    'has-products': 'Stays: there are products in the category',
  },
  undoneAdded: {
    products: 'Deleted again: nobody had ordered it',
    categories: 'Deleted again: there are no products in it',
  },
  notFound: 'There is no such import. Files are kept for a week.',
  busy: 'Another import is running. Try again when it has ended.',
  alreadyImported: 'This file was imported already.',
  changedMeanwhile: 'Somebody else has checked this file again. Look at it, then import.',
  columnsDiffer:
    'Nothing was imported: the columns are no longer those that were checked. Your choices are kept below. Press Check again, look at the lines, then import.',
  linesFaulty: 'Some lines cannot be imported. Correct them first.',
  productsChanged: (numbers: readonly number[]) =>
    numbers.length === 0
      ? 'Nothing was imported: a name, SKU, barcode or category was changed since the check. Check the file again.'
      : `Nothing was imported: what is in ${numbers.length === 1 ? 'line' : 'lines'} ${numbers.slice(0, 10).join(', ')}${numbers.length > 10 ? ' and others' : ''} was changed or sold since the check. Check the file again.`,
  alreadyUndone: 'This import was undone already.',
} as const

/** Added products by whether they are on sale, and existing ones that go on or off sale. */
export type SaleCounts = { added_on: number; added_off: number; put_on: number; taken_off: number }
export type UndoneCounts = { restored: number; deleted: number; switched_off: number }
export type ImportCounts = { changed: number; added: number; same: number; faulty: number }
