import { describe, expect, it } from 'vitest'
import { installedFiles } from '../../src/pdf/layout/fonts.ts'

describe('fonts of an operator', () => {
  it('are found as the files of the Noto packages', () => {
    expect(installedFiles('jp', (file) => `/fonts/${file}`)).toEqual({
      normal: '/fonts/@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
      bold: '/fonts/@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf',
      italics: '/fonts/@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
    })
  })

  it('are absent if a file of the package is', () => {
    const resolve = (file: string) => {
      if (file.includes('SemiBold')) throw new Error('Cannot find module')
      return file
    }
    expect(installedFiles('jp', resolve)).toBeUndefined()
  })
})
