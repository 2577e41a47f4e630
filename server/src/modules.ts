import { registry } from '@xueheng/contract'
import { sampleHandlers } from './demo/sample-handlers.ts'
import { sweepCredentials } from './domains/credentials/index.ts'
import { credentialsModule } from './domains/credentials/module.ts'
import { developModule } from './domains/develop/module.ts'
import { directoryModule } from './domains/directory/module.ts'
import { taskClosing } from './domains/exam/index.ts'
import { GATHER_COUNTS, gatherClosing, tellClassTeachers } from './domains/gather/index.ts'
import { gatherModule } from './domains/gather/module.ts'
import { examModule } from './domains/exam/module.ts'
import { examModelModule } from './domains/exam-model/module.ts'
import { logModule, logTasks } from './domains/log/module.ts'
import { orderClosing, refundSending } from './domains/mall/index.ts'
import { mallModule } from './domains/mall/module.ts'
import { tellByWechat } from './domains/mp/index.ts'
import { mpModule } from './domains/mp/module.ts'
import { noticesModule } from './domains/notices/module.ts'
import { listBackups } from './domains/ops/backup.ts'
import { type OpsDeps, opsModule, opsTasks } from './domains/ops/module.ts'
import { expiryTask } from './domains/people/index.ts'
import { peopleModule } from './domains/people/module.ts'
import { portfolioModule } from './domains/portfolio/module.ts'
import { requestReminding } from './domains/privacy/index.ts'
import { privacyModule } from './domains/privacy/module.ts'
import { reportModule } from './domains/report/module.ts'
import { resourceModule } from './domains/resource/module.ts'
import { assertAboveAll, closeViews } from './domains/rights/index.ts'
import { rightsModule } from './domains/rights/module.ts'
import { ENROLLED_COUNTS, removeUnitsOf } from './domains/school/index.ts'
import { schoolModule } from './domains/school/module.ts'
import { sealModule } from './domains/seal/module.ts'
import { settingsModule } from './domains/settings/module.ts'
import { sweepSignIns } from './domains/sign-in/index.ts'
import { type SignInModuleDeps, signInModule } from './domains/sign-in/module.ts'
import { tenancyModule } from './domains/tenancy/module.ts'
import { memberTelling } from './domains/wecom/index.ts'
import { wecomModule } from './domains/wecom/module.ts'
import { type WorkflowDeps, workflowModule, workflowTasks } from './domains/workflow/module.ts'
import type { Ctx, Logger } from './platform/ctx.ts'
import { foldByClock } from './platform/db/counts.ts'
import { fileHandlers } from './platform/files/file-handlers.ts'
import { EventHub } from './platform/http/events.ts'
import { JobRunner } from './platform/jobs/boss.ts'
import { jobHandlers } from './platform/jobs/job-handlers.ts'
import { type Implementation, type Module, defineModule } from './platform/module.ts'
import { sweepCallbacks } from './platform/provider/callback-once.ts'
import { pendingHandler } from './platform/review/pending.ts'
import { type ScheduledTask } from './platform/scheduler.ts'
import { sweepImports } from './platform/table-import/undo-import.ts'
import { tellFirst } from './platform/tell-parents.ts'

/** Everything modules are put together from; each takes what it needs. */
export type AppDeps = SignInModuleDeps &
  OpsDeps &
  WorkflowDeps & {
    events: EventHub
    runner: JobRunner
    /** The context of a tenant for what the clock or another program sets off. */
    nobodyOf(tenantId: string): Ctx
  }

/** Every domain, lower tiers first: the only file that knows them all. */
export function modulesOf(deps: AppDeps): Module[] {
  return [
    defineModule({ name: 'platform', handlers: platformHandlers(deps) }),
    tenancyModule(deps),
    settingsModule(deps),
    logModule(deps),
    resourceModule({ ...deps, assertAboveAll }),
    credentialsModule(deps),
    rightsModule(deps),
    peopleModule({ ...deps, releaseUsers: removeUnitsOf }),
    directoryModule(),
    noticesModule(deps),
    developModule(deps),
    signInModule(deps),
    schoolModule(deps.sessions),
    workflowModule(deps),
    mpModule(deps),
    wecomModule(deps),
    gatherModule({ ...deps, parents: tellFirst(tellByWechat(deps), tellClassTeachers) }),
    portfolioModule(deps),
    mallModule({ ...deps, assertAboveAll }),
    sealModule(deps),
    privacyModule({ ...deps, backups: () => listBackups(deps.config.dataDir) }),
    examModule,
    reportModule(deps),
    examModelModule,
    opsModule(deps),
    defineModule({ name: 'sample', handlers: sampleHandlers }),
  ]
}

/** Calls that no domain answers. */
function platformHandlers({ runner, events }: AppDeps): Implementation[] {
  return [...jobHandlers(runner, events), ...fileHandlers, pendingHandler(registry.reviews)]
}

/** What the domains do by the clock. */
export function scheduledTasks(deps: AppDeps, log: Logger): ScheduledTask[] {
  const logs = logTasks({ database: deps.database, masterKey: deps.config.masterKey, log })
  return [
    ...logs,
    ...opsTasks(deps, log),
    expiryTask(deps),
    ...workflowTasks(deps, log),
    taskClosing(deps),
    gatherClosing(deps),
    foldByClock({ ...deps, counts: [ENROLLED_COUNTS.schools, ENROLLED_COUNTS.classes, ...GATHER_COUNTS] }),
    orderClosing(deps),
    refundSending(deps),
    memberTelling(deps, log),
    requestReminding(deps),
  ]
}

/** What time has ended: views of other users, sessions, tries, tickets, codes, imports that could be taken back. */
export async function sweep({ database, sessions, ctxOf, tenantIds }: AppDeps): Promise<void> {
  await closeViews(database, ctxOf)
  await sessions.sweep()
  await sweepCredentials(database)
  await sweepSignIns(database)
  for (const tenantId of await tenantIds()) {
    await sweepCallbacks(database.tenant(tenantId))
    await sweepImports(database.tenant(tenantId))
  }
}
