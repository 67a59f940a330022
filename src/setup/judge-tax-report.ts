// How the tax authorities of the sandbox judge a report: by the rules that are installed here.
import type { Config } from '../config/config.ts'
import { rulesFolder } from '../config/rules-settings.ts'
import type { SandboxOptions } from '../sandbox/index.ts'
import { openValidator, type Validator } from '../validation/index.ts'

export type JudgeTaxReport = NonNullable<SandboxOptions['judgeTaxReport']>

export function judgeTaxReportWith(
  findValidator: () => Promise<Pick<Validator, 'validate' | 'rulePacks'>>,
): JudgeTaxReport {
  return async (regime, document) => {
    const validator = await findValidator()
    const isInstalled = validator
      .rulePacks()
      .some(({ ruleSets }) => ruleSets.some(({ id }) => id === `tdd-${regime}`))
    if (!isInstalled) return undefined
    const { findings } = await validator.validate(document, { layers: 'all', isBehind: true })
    return findings.filter(({ severity }) => severity === 'error')
  }
}

/** For a process without a validator: one is opened when the first report comes. */
export function openTaxReportJudge(config: Config): {
  judge: JudgeTaxReport
  close(): Promise<void>
} {
  let opening: Promise<Validator> | undefined
  return {
    judge: judgeTaxReportWith(() => {
      opening ??= openValidator({
        rulesDir: rulesFolder(config),
        engine: config.VALIDATION_ENGINE,
        limits: config.limits.validation,
      })
      return opening
    }),
    async close() {
      await (await opening)?.close()
    },
  }
}
