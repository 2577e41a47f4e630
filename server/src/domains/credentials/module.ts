import { type Module, defineModule } from '../../platform/module.ts'
import { type ClientDeps, clientHandlers } from './client-handlers.ts'

/** Passwords, second factors, tickets, and the programs that may ask for tokens. */
export function credentialsModule(deps: ClientDeps): Module {
  return defineModule({ name: 'credentials', handlers: clientHandlers(deps) })
}
