import { type Module, defineModule } from '../../platform/module.ts'
import { assetHandlers } from './assets.ts'
import { batchHandlers } from './batch-calls.ts'
import { bindingHandlers } from './bindings.ts'
import { type CallbackDeps, callbackHandlers } from './callback.ts'
import { followerHandlers } from './followers.ts'
import { messageHandlers } from './messages.ts'
import { pullFollowersJob } from './pull-followers.ts'
import { qrCodeHandlers } from './qr-codes.ts'
import { readMaterialsJob } from './read-materials.ts'
import { ruleHooks } from './reply-rules.ts'
import { sendBatchJob } from './send-batch.ts'
import { sendLogHandlers } from './send-log.ts'
import { tagHandlers } from './tags.ts'
import { templateHandlers, templateHooks } from './templates.ts'
import { wxAccountHooks } from './wx-account-hooks.ts'
import { menuHandlers } from './wx-menus.ts'

/** Public accounts a tenant speaks through: followers, menu, messages, templates and what comes back. */
export function mpModule(deps: CallbackDeps): Module {
  return defineModule({
    name: 'mp',
    handlers: [
      ...followerHandlers(deps),
      ...tagHandlers(deps),
      ...menuHandlers(deps),
      ...messageHandlers(deps),
      ...qrCodeHandlers(deps),
      ...assetHandlers(deps),
      ...templateHandlers(deps),
      ...batchHandlers(deps),
      ...sendLogHandlers,
      ...bindingHandlers,
      ...callbackHandlers(deps),
    ],
    hooks: [wxAccountHooks, templateHooks, ruleHooks],
    jobs: [pullFollowersJob(deps), readMaterialsJob(deps), sendBatchJob(deps)],
  })
}
