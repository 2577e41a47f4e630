/**
 * Runs before the product, in words every browser knows. Chromium 100 and its like are the oldest that are served: what they
 * lack of the language is added; what is older is told so in plain words and goes no further.
 */
;(function () {
  var isServed =
    typeof AbortSignal === 'function' &&
    'throwIfAborted' in AbortSignal.prototype &&
    typeof Object.hasOwn === 'function' &&
    typeof structuredClone === 'function'
  if (!isServed) {
    document.addEventListener('DOMContentLoaded', greet)
    return
  }
  add(Array.prototype, 'toSorted', function (compare) {
    return Array.from(this).sort(compare)
  })
  add(Array.prototype, 'toReversed', function () {
    return Array.from(this).reverse()
  })
  add(Array.prototype, 'toSpliced', function () {
    var copy = Array.from(this)
    Array.prototype.splice.apply(copy, arguments)
    return copy
  })
  add(Array.prototype, 'with', function (at, value) {
    var copy = Array.from(this)
    copy[at < 0 ? copy.length + at : at] = value
    return copy
  })
  add(AbortSignal, 'timeout', function (ms) {
    var controller = new AbortController()
    setTimeout(function () {
      controller.abort(new DOMException('signal timed out', 'TimeoutError'))
    }, ms)
    return controller.signal
  })

  function add(owner, name, value) {
    if (!(name in owner)) Object.defineProperty(owner, name, { value: value, writable: true, configurable: true })
  }

  function greet() {
    document.body.innerHTML =
      '<div style="max-width:640px;margin:15vh auto;padding:0 24px;font:16px/1.8 sans-serif;color:#222">' +
      '<h1 style="font-size:24px">浏览器版本过旧</h1>' +
      '<p>学衡需要 Chromium 100 或更新内核的浏览器（Chrome、Edge、奇安信可信浏览器、360 安全浏览器、UOS 浏览器等的当前版本），' +
      '或 Firefox 115 以上。请升级或更换浏览器后再打开本页。</p>' +
      '<p lang="en">This browser is too old. Please use one of Chromium 100 or newer, or Firefox 115 or newer.</p>' +
      '<p style="color:#666;word-break:break-all">' +
      navigator.userAgent.replace(/[<>&]/g, '') +
      '</p></div>'
  }
})()
