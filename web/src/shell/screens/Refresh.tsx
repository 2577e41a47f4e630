import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { HOME, refreshTab } from '../../platform/tabs/store.ts'
import { safePath } from '../safe-path.ts'

/** `/refresh/index?path=/a/b` draws that screen from the start and leads back to it; home without a path. */
export function Refresh() {
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const path = safePath(new URLSearchParams(search).get('path')) ?? HOME.path
    refreshTab(path.split('?')[0] ?? path)
    void navigate(path, { replace: true })
  }, [search, navigate])
  return null
}
