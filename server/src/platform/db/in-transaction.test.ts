import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { withStagedRows } from './copy.ts'
import { inTransaction } from './pool.ts'
import { withRoom } from './work-memory.ts'

const app = useTestApp({ ROLES: 'web' })

test('rows are staged, and memory given, inside a transaction alone', async () => {
  const db = app().app.database.open
  let done = 0
  const work = async () => void (done += 1)
  await expect(withStagedRows(db, { id: 'bigint' }, [['1']], work)).rejects.toThrow('rows are staged inside a')
  await expect(withRoom(db, work)).rejects.toThrow('memory is given inside a transaction')
  expect(done).toBe(0)
  await inTransaction(db, async (inside) => {
    await withStagedRows(inside, { id: 'bigint' }, [['1']], work)
    await withRoom(inside, work)
  })
  expect(done).toBe(2)
})
