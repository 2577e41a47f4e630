import { type Module, defineModule } from '../../platform/module.ts'
import { codeHandlers } from './code-handlers.ts'
import { datasourceHandlers } from './datasource-handlers.ts'
import { type DevelopDeps, datasourceHooks } from './sources.ts'

/** Databases elsewhere, and code generated from what they hold. */
export function developModule(deps: DevelopDeps): Module {
  return defineModule({
    name: 'develop',
    handlers: [...datasourceHandlers(deps), ...codeHandlers(deps)],
    hooks: [datasourceHooks(deps)],
  })
}
