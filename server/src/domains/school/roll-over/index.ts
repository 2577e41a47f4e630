import {
  revertRollOver,
  rollOverClasses,
  rollOverList,
  rollOverPreview,
  runRollOver,
} from '@xueheng/contract/domains/school/roll-over.ts'
import { implement } from '../../../platform/module.ts'
import { listClasses, assertBureau, preview } from './preview.ts'
import { listRollOvers } from './record.ts'
import { revertJob, startRevert } from './revert.ts'
import { rollOverJob, startRollOver } from './roll-over.ts'

export const rollOverHandlers = [
  implement(rollOverPreview, preview),
  implement(rollOverClasses, listClasses),
  implement(runRollOver, startRollOver),
  implement(revertRollOver, startRevert),
  implement(rollOverList, (ctx) => {
    assertBureau(ctx)
    return listRollOvers(ctx)
  }),
]

export const rollOverJobs = [rollOverJob, revertJob]
