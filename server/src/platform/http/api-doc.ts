import { registry } from '@xueheng/contract'
import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'

/** `/api/doc`: the calls as one readable page without scripts; `/api/doc/openapi.json`: the same for tools. */
export function serveApiDoc(app: FastifyInstance): void {
  app.get('/api/doc/openapi.json', async () => openApi(registry))
  app.get('/api/doc', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
}

function page(): string {
  const sections = registry.domains.map((domain) => {
    const names = new Set(domain.entities.map((entity) => entity.name))
    const reports = new Set(domain.reports.map((report) => report.name))
    const reviews = new Set(domain.reviews.map((review) => review.name))
    const calls = registry.calls.filter(
      (call) =>
        domain.calls.includes(call) ||
        ('review' in call && reviews.has(String(call.review))) ||
        ('entity' in call && names.has(String(call.entity))) ||
        ('report' in call && reports.has(String(call.report))),
    )
    return `<h2 id="${domain.name}">${domain.title}<small>${calls.length}</small></h2>${calls.map(block).join('')}`
  })
  const links = registry.domains.map((domain) => `<a href="#${domain.name}">${domain.title}</a>`).join('')
  return `<!doctype html><html lang="zh"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>学衡 接口</title><style>${STYLE}</style>
<header><h1>学衡 接口</h1><nav>${links}<a href="/api/doc/openapi.json">OpenAPI 3.1</a></nav></header><main>${sections.join('')}</main></html>`
}

function block(call: AnyCall): string {
  const access = call.access === 'public' ? '无须登录' : call.access === 'signedIn' ? '须登录' : call.access.permission
  const rows = Object.entries(call.input as Record<string, Field>).map(
    ([name, field]) =>
      `<tr><td><code>${name}</code></td><td>${escape(field.label)}</td><td>${field.kind}${field.dict ? ` · ${field.dict}` : ''}</td><td>${field.required ? '必填' : ''}</td></tr>`,
  )
  const aliases = call.aliases.map((path) => `<div class="alias">同 <code>${path}</code></div>`).join('')
  const table = rows.length > 0 ? `<table>${rows.join('')}</table>` : ''
  return `<details><summary><b class="${call.method}">${call.method}</b><code>${call.path}</code><span>${escape(call.title)}</span><i>${access}</i></summary>${aliases}${table}</details>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:0;background:Canvas;color:CanvasText}
header{padding:24px max(24px,calc(50% - 480px));border-bottom:1px solid #8884}nav{display:flex;gap:16px;flex-wrap:wrap}main{max-width:960px;margin:0 auto;padding:0 24px 64px}
h1{font-size:22px;margin:0 0 8px}h2{font-size:16px;margin:32px 0 8px}h2 small{font-weight:400;opacity:.6;margin-left:8px}
details{border-bottom:1px solid #8883;padding:6px 0}summary{display:flex;gap:10px;align-items:baseline;cursor:pointer;flex-wrap:wrap}summary code{word-break:break-all}
summary i{margin-left:auto;font-style:normal;opacity:.6;font-size:12px}b{font-size:11px;padding:1px 6px;border-radius:4px;background:#8882}b.POST{background:#d9822b33}
table{margin:8px 0 8px 56px;border-collapse:collapse;font-size:13px}td{padding:2px 16px 2px 0;vertical-align:top}.alias{margin-left:56px;opacity:.7;font-size:12px}`
