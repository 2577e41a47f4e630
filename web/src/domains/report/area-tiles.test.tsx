import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AreaTiles } from './AreaTiles.tsx'

afterEach(cleanup)

const area = (areaCode: string, areaName: string, avgScore: number) => ({
  areaCode,
  areaName,
  avgScore,
  studentNum: 1200,
})

test('areas stand in the order of their codes, the deeper the higher their mean', () => {
  render(<AreaTiles rows={[area('03', '丙县', 410), area('01', '甲县', 450), area('02', '乙县', 430)]} />)
  const tiles = screen.getAllByRole('listitem')
  expect(tiles.map((tile) => tile.textContent)).toEqual([
    '甲县450.001,200 人',
    '乙县430.001,200 人',
    '丙县410.001,200 人',
  ])
  expect(tiles.map((tile) => tile.style.getPropertyValue('--depth'))).toEqual(['1', '0.5', '0'])
})

test('areas alike are of one depth', () => {
  render(<AreaTiles rows={[area('01', '甲县', 450), area('02', '乙县', 450)]} />)
  expect(screen.getAllByRole('listitem').map((tile) => tile.style.getPropertyValue('--depth'))).toEqual(['0.5', '0.5'])
})
