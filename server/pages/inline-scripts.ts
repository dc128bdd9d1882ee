import { createHash } from 'node:crypto'
import { DEFERRED_FONTS } from '#web/client/hydration/web-fonts.ts'
import { HYDRATION_STATE_ID } from '#web/client/page-data/page-data.ts'

/** A home screen asks for it, and nothing before the first paint. */
const MANIFEST_PATH = '/manifest.webmanifest'
/** Later than this somebody is reading, and the letters wait for the next page. */
const FONT_SWAP_TIMEOUT_MS = 3000
/** Of a browser that does not tell what it has shown, so long after the page was loaded it is taken for shown. */
const PAINT_TIMEOUT_MS = 500
/** What stands in the first view is among so many elements of a page. */
const MAX_MEASURED_ELEMENTS = 300

/**
 * Before the first paint: whoever comes from an earlier page has the letters and sees them at once. The place on that page,
 * which the router keeps, tells it; nothing is stored for this.
 */
const CACHED_FONTS_SCRIPT = `try{sessionStorage.length&&document.documentElement.classList.add('kept-letters')}catch{}`

/**
 * The page is painted before its scripts are fetched; they come with the first touch, key or pointer, or after the first
 * paint of the loaded page, whichever is first, and the letters after them. Which scripts stands in the page's data, so that
 * this text never changes.
 */
const START_SCRIPT =
  `(()=>{let s=0;const d=document,r=d.documentElement.classList,` +
  `e=['pointerdown','pointerover','keydown','touchstart','focusin'],` +
  // Tried on before anything is shown: where a line would break elsewhere they wait for the next page.
  `m=()=>[...d.querySelectorAll('main *')].slice(0,${MAX_MEASURED_ELEMENTS})` +
  // What is far below is not laid out for this.
  `.filter(x=>x.checkVisibility?.({contentVisibilityAuto:true})!==false).map(x=>Math.round(x.getBoundingClientRect().top/4))` +
  `.filter(y=>y*4<innerHeight)+'',` +
  // What is far below is laid out a moment later, so that a finger is answered between the two.
  `w='is-whole',l='with-letters',` +
  `t=()=>Promise.all(${JSON.stringify(DEFERRED_FONTS)}.map(f=>d.fonts.load(f))).then(()=>{` +
  `if(scrollY||performance.now()>${FONT_SWAP_TIMEOUT_MS})return r.add(w);` +
  `const b=m();r.add(l);m()===b||r.remove(l);setTimeout(()=>r.add(w))},()=>r.add(w)),` +
  `g=()=>{if(s)return;s=1;e.forEach(n=>removeEventListener(n,g));r.add('has-started');` +
  `const p=JSON.parse(d.getElementById('${HYDRATION_STATE_ID}').textContent);` +
  `Promise.all(p.scripts.map(u=>import(u))).then(t);` +
  `p.sheets.map(u=>['stylesheet',u]).concat([['manifest','${MANIFEST_PATH}']])` +
  `.forEach(([rel,href])=>d.head.append(Object.assign(d.createElement('link'),{rel,href})))},` +
  // The picture of the first view has been shown, or where a page has none its words; a browser that does not say so is given time.
  `v=()=>{if(d.hidden)return g();const i=d.querySelector('img[fetchpriority=high]');setTimeout(g,${PAINT_TIMEOUT_MS});` +
  `new PerformanceObserver(l=>l.getEntries().some(x=>!i||x.element===i)&&g())` +
  `.observe({type:'largest-contentful-paint',buffered:true})};` +
  `e.forEach(n=>addEventListener(n,g,{passive:true}));` +
  // A press that comes before the scripts is kept for them; what marks it says so (web/cart/add-to-cart/use-early-click.ts).
  `addEventListener('click',x=>{const b=x.target.closest?.('[data-waits]');if(b)b.dataset.pressed=''});` +
  `d.readyState==='complete'?v():addEventListener('load',v)})()`

/** The two scripts that stand in every page, and what the content security policy has to know of them. */
export const inlineScripts = {
  headScript: `<script>${CACHED_FONTS_SCRIPT}</script>`,
  bodyEndScript: `<script>${START_SCRIPT}</script>`,
  scriptSources: [CACHED_FONTS_SCRIPT, START_SCRIPT].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' '),
}
