import { registry } from '@xueheng/contract'
import { routesOf } from '@xueheng/contract/derive/registry.ts'

// METHOD /path of every registered call and alias, nothing else.
process.stdout.write(`${registry.calls.flatMap(routesOf).join('\n')}\n`)
