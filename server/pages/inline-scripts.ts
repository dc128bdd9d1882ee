import { createHash } from 'node:crypto'
import { DEFERRED_FONTS } from '#web/client/hydration/web-fonts.ts'
import { HYDRATION_STATE_ID } from '#web/client/page-data/page-data.ts'

/** Loaded after the first paint because only installation needs it. */
const MANIFEST_PATH = '/manifest.webmanifest'
/** After this time the user is reading, and a font swap would disturb. */
const FONT_SWAP_TIMEOUT_MS = 3000
/** How long to wait for a paint event after load, for browsers without one. */
const PAINT_TIMEOUT_MS = 500
/** How many elements are measured for the first view. */
const MAX_MEASURED_ELEMENTS = 300

/**
 * Runs before the first paint: after an earlier page of this tab the fonts are cached and used immediately. The scroll
 * positions that the router stores tell that there was one.
 */
const CACHED_FONTS_SCRIPT = `try{sessionStorage.length&&document.documentElement.classList.add('kept-letters')}catch{}`

/**
 * Loads scripts with the first input or after the first paint, then the fonts. The URLs are read from the hydration state,
 * so that this text (and its CSP hash) never changes.
 */
const START_SCRIPT =
  `(()=>{let s=0;const d=document,r=d.documentElement.classList,` +
  `e=['pointerdown','pointerover','keydown','touchstart','focusin'],` +
  // Swaps fonts only if no line of the first view moves.
  `m=()=>[...d.querySelectorAll('main *')].slice(0,${MAX_MEASURED_ELEMENTS})` +
  // Skips content below the fold.
  `.filter(x=>x.checkVisibility?.({contentVisibilityAuto:true})!==false).map(x=>Math.round(x.getBoundingClientRect().top/4))` +
  `.filter(y=>y*4<innerHeight)+'',` +
  // Lays out content below the fold in a later task, so that input is handled in between.
  `w='is-whole',l='with-letters',` +
  `t=()=>Promise.all(${JSON.stringify(DEFERRED_FONTS)}.map(f=>d.fonts.load(f))).then(()=>{` +
  `if(scrollY||performance.now()>${FONT_SWAP_TIMEOUT_MS})return r.add(w);` +
  `const b=m();r.add(l);m()===b||r.remove(l);setTimeout(()=>r.add(w))},()=>r.add(w)),` +
  `g=()=>{if(s)return;s=1;e.forEach(n=>removeEventListener(n,g));r.add('has-started');` +
  `const p=JSON.parse(d.getElementById('${HYDRATION_STATE_ID}').textContent);` +
  `Promise.all(p.scripts.map(u=>import(u))).then(t);` +
  `p.sheets.map(u=>['stylesheet',u]).concat([['manifest','${MANIFEST_PATH}']])` +
  `.forEach(([rel,href])=>d.head.append(Object.assign(d.createElement('link'),{rel,href})))},` +
  // Waits for the largest contentful paint, of the main picture if there is one, or for the timeout.
  `v=()=>{if(d.hidden)return g();const i=d.querySelector('img[fetchpriority=high]');setTimeout(g,${PAINT_TIMEOUT_MS});` +
  `new PerformanceObserver(l=>l.getEntries().some(x=>!i||x.element===i)&&g())` +
  `.observe({type:'largest-contentful-paint',buffered:true})};` +
  `e.forEach(n=>addEventListener(n,g,{passive:true}));` +
  // Marks a click before hydration for web/cart/add-to-cart/use-early-click.ts.
  `addEventListener('click',x=>{const b=x.target.closest?.('[data-waits]');if(b)b.dataset.pressed=''});` +
  `d.readyState==='complete'?v():addEventListener('load',v)})()`

/** The inline scripts of every page and their CSP sources. */
export const inlineScripts = {
  headScript: `<script>${CACHED_FONTS_SCRIPT}</script>`,
  bodyEndScript: `<script>${START_SCRIPT}</script>`,
  scriptSources: [CACHED_FONTS_SCRIPT, START_SCRIPT]
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' '),
}
