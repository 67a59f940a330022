// Five corners with official rules: by them both gateways and the authority judge.

import { exchangesInFiveCorners } from '../../tax-exchange.ts'
import { describeWithRules, lacks, readDocument, rulesFolder } from '../validation/official.ts'

const sourceOf = (file: string) => (lacks.length > 0 ? Buffer.alloc(0) : readDocument(file))

describeWithRules('in five corners', () => {
  const ae = sourceOf('pint/pint-ae/billing_inv_Commercial-invoice.xml')
  exchangesInFiveCorners(
    { ae, sk: sourceOf('billing/base-example.xml') },
    { RULES_DIR: rulesFolder },
  )
})
