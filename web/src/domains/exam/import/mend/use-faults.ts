import { type PlacedFault, importFaultCounts, importFaults } from '@xueheng/contract/domains/exam/import-mend.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../../platform/api/client.ts'
import { type Batch, isWorking } from '../wizard-steps.ts'

/** More are shown after the first have been mended and the batch was checked again. */
export const MOST_FAULTS = 20_000

const NONE: PlacedFault[] = []

/** Tells two verdicts on a batch apart; while the server is at work it is the last one. */
export function useVerdict(batch: Batch): string {
  const now = `${batch.jobId} ${batch.status}`
  const [last, setLast] = useState(now)
  if (!isWorking(batch) && last !== now) setLast(now)
  return isWorking(batch) ? last : now
}

/** All faults of a batch, in the order of its files, and how many each sheet has. */
export function useFaults({ batchId, examId }: Batch, verdict: string) {
  const found = useQuery({
    queryKey: ['exam', examId, 'faults', batchId, verdict],
    queryFn: () => callApi(importFaults, { batchId, current: 1, size: MOST_FAULTS }),
    select: (page) => ({ total: page.total, faults: page.records.map((record) => record.fault) }),
    placeholderData: keepPreviousData,
  })
  const counts = useQuery({
    queryKey: ['exam', examId, 'fault-counts', batchId, verdict],
    queryFn: () => callApi(importFaultCounts, { batchId }),
    placeholderData: keepPreviousData,
  })
  return {
    faults: found.data?.faults ?? NONE,
    total: found.data?.total ?? 0,
    error: found.error,
    retry: () => void found.refetch(),
    counts: counts.data ?? [],
  }
}
