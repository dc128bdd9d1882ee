import { html } from '#shop/text/safe-html.ts'

const SERIF = "font-family:Georgia,'Times New Roman',serif"
const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const INK = 'color:#26312b'
const QUIET = 'color:#5b6058'
const GREEN = 'color:#1f4a35'
const RULE = '1px solid #e2d8c3'

const plain = (size: number, colour: string, more: string) =>
  `${SANS};${colour};font-size:${size}px;line-height:1.5;${more}`
const display = (size: number, more: string) =>
  `${SERIF};${GREEN};font-size:${size}px;line-height:1.3;font-weight:normal;${more}`
const cell = (more: string) => `${plain(15, INK, '')}border-top:${RULE};vertical-align:top;${more}`

/** Inline, because email clients drop style sheets. */
export const STYLE = {
  /** A long word would make the email wider than a phone; clients support one or the other property. */
  paper: 'background:#f7f0e3;overflow-wrap:anywhere;word-break:break-word',
  sheet: `background:#fffdf8;border:${RULE};border-radius:6px;padding:32px`,
  shopName: display(22, 'letter-spacing:.04em;padding:0 4px 14px'),
  /** Logos are drawn for a light background. */
  logo: 'display:block;border:0;padding:6px 8px;border-radius:4px;background:#fffdf8',
  drawnName: `${SANS};font-size:17px;font-weight:300;letter-spacing:.3em;text-transform:uppercase`,
  allergen: `${INK};font-weight:bold`,
  title: display(26, 'margin:0 0 18px'),
  heading: display(19, 'margin:28px 0 10px'),
  paragraph: plain(16, INK, 'margin:0 0 16px'),
  block: 'margin:0 0 20px',
  label: QUIET,
  factLabel: plain(15, QUIET, 'padding:2px 18px 2px 0;vertical-align:top'),
  fact: plain(15, INK, 'padding:2px 0;vertical-align:top'),
  items: 'border-collapse:collapse;margin:0 0 20px',
  headCell: plain(13, QUIET, 'font-weight:normal;padding:0 0 8px'),
  itemName: cell('padding:12px 0 2px'),
  figure: cell('padding:12px 0 2px 12px;white-space:nowrap'),
  advice: plain(13, QUIET, 'padding:0 0 12px'),
  sum: cell('font-weight:normal;padding:10px 0'),
  total: cell('font-size:17px;font-weight:bold;padding:10px 0'),
  address: plain(15, INK, 'margin:0 0 20px'),
  buttonLine: `${SANS};margin:22px 0 10px`,
  button:
    'display:inline-block;background:#1f4a35;color:#fffdf8;font-size:16px;line-height:1;text-decoration:none;' +
    'padding:15px 24px;border-radius:4px',
  linkAddress: plain(13, QUIET, 'margin:0 0 20px;word-break:break-all'),
  quotation: plain(14, QUIET, 'border-left:3px solid #e2d8c3;margin:0 0 18px;padding:2px 0 2px 14px'),
  imprint: plain(13, QUIET, 'padding:18px 4px'),
}

export const CLASS = {
  paper: 'paper',
  sheet: 'sheet',
  ink: 'ink',
  quiet: 'quiet',
  green: 'green',
  ruled: 'ruled',
  button: 'button',
}

export const STYLE_SHEET = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background: #171b18 !important }
  .sheet { background: #20261f !important; border-color: #3a4238 !important }
  .ink { color: #ece5d6 !important }
  .quiet { color: #b9b8a9 !important }
  .green { color: #a9d1b4 !important }
  .ruled { border-color: #3a4238 !important }
  .button { background: #a9d1b4 !important; color: #14301f !important }
}
@media (max-width: 480px) { .sheet { padding: 24px 18px !important } }
</style>`
