import { createHash } from 'node:crypto'
import { LATE_LETTERS } from '#web/client/hydration/web-fonts.ts'
import { PAGE_START_ID } from '#web/client/page-data/page-data.ts'

/** A home screen asks for it, and nothing before the first paint. */
const MANIFEST_PATH = '/manifest.webmanifest'
/** Later than this somebody is reading, and the letters wait for the next page. */
const LETTERS_WITHIN_MS = 3000
/** Of a browser that does not tell what it has shown, so long after the page was loaded it is taken for shown. */
const SHOWN_WITHIN_MS = 500
/** What stands in the first view is among so many elements of a page. */
const LOOKED_AT = 300

/**
 * Before the first paint: whoever comes from an earlier page has the letters and sees them at once. The place on that page,
 * which the router keeps, tells it; nothing is stored for this.
 */
const KEPT_LETTERS = `try{sessionStorage.length&&document.documentElement.classList.add('kept-letters')}catch{}`

/**
 * The page is painted before its scripts are fetched; they come with the first touch, key or pointer, or after the first
 * paint of the loaded page, whichever is first, and the letters after them. Which scripts stands in the page's data, so that
 * this text never changes.
 */
const STARTER =
  `(()=>{let s=0;const d=document,r=d.documentElement.classList,` +
  `e=['pointerdown','pointerover','keydown','touchstart','focusin'],` +
  // Tried on before anything is shown: where a line would break elsewhere they wait for the next page.
  `m=()=>[...d.querySelectorAll('main *')].slice(0,${LOOKED_AT})` +
  // What is far below is not laid out for this.
  `.filter(x=>x.checkVisibility?.({contentVisibilityAuto:true})!==false).map(x=>Math.round(x.getBoundingClientRect().top/4))` +
  `.filter(y=>y*4<innerHeight)+'',` +
  // What is far below is laid out a moment later, so that a finger is answered between the two.
  `w='is-whole',l='with-letters',` +
  `t=()=>Promise.all(${JSON.stringify(LATE_LETTERS)}.map(f=>d.fonts.load(f))).then(()=>{` +
  `if(scrollY||performance.now()>${LETTERS_WITHIN_MS})return r.add(w);` +
  `const b=m();r.add(l);m()===b||r.remove(l);setTimeout(()=>r.add(w))},()=>r.add(w)),` +
  `g=()=>{if(s)return;s=1;e.forEach(n=>removeEventListener(n,g));r.add('has-started');` +
  `const p=JSON.parse(d.getElementById('${PAGE_START_ID}').textContent);` +
  `Promise.all(p.scripts.map(u=>import(u))).then(t);` +
  `p.sheets.map(u=>['stylesheet',u]).concat([['manifest','${MANIFEST_PATH}']])` +
  `.forEach(([rel,href])=>d.head.append(Object.assign(d.createElement('link'),{rel,href})))},` +
  // The picture of the first view has been shown, or where a page has none its words; a browser that does not say so is given time.
  `v=()=>{if(d.hidden)return g();const i=d.querySelector('img[fetchpriority=high]');setTimeout(g,${SHOWN_WITHIN_MS});` +
  `new PerformanceObserver(l=>l.getEntries().some(x=>!i||x.element===i)&&g())` +
  `.observe({type:'largest-contentful-paint',buffered:true})};` +
  `e.forEach(n=>addEventListener(n,g,{passive:true}));` +
  // A press that comes before the scripts is kept for them; what marks it says so (web/cart/add-to-cart/use-early-click.ts).
  `addEventListener('click',x=>{const b=x.target.closest?.('[data-waits]');if(b)b.dataset.pressed=''});` +
  `d.readyState==='complete'?v():addEventListener('load',v)})()`

/** The two scripts that stand in every page, and what the content security policy has to know of them. */
export const firstPaint = {
  inHead: `<script>${KEPT_LETTERS}</script>`,
  atEnd: `<script>${STARTER}</script>`,
  scriptSources: [KEPT_LETTERS, STARTER].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' '),
}
