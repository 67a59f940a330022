// The rule sets: which version of each is in force, since when, and what follows.
import { z } from 'zod'
import { type RuleCalendar, showRules } from '../../core/rule-day.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import { type Route, routesOf } from '../zod.ts'
import { rulePack } from './record.ts'

const day = z.string().meta({ examples: ['2027-02-24'] })
const dated = {
  version: z.string().meta({ examples: ['3.0.22'] }),
  pack: rulePack,
  validFrom: day.meta({ description: 'The first day that it is in force' }),
}

const calendar = exactly<RuleCalendar>()(
  z
    .object({
      day: day.meta({ description: 'Today' }),
      ruleSets: z.array(
        z
          .object({
            id: z.string().meta({ examples: ['peppol-billing'] }),
            title: z.string(),
            ...dated,
            validUntil: day
              .exactOptional()
              .meta({ description: 'The last day, if the version that follows is known' }),
            next: z.object(dated).meta({ id: 'NextRuleSet' }).exactOptional(),
            note: z.string().exactOptional(),
          })
          .meta({ id: 'DatedRuleSet', description: 'A rule set in the version in force' }),
      ),
    })
    .meta({ id: 'RuleCalendar', description: 'The rule sets in force, and what follows' }),
)

const listRulesRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/rules',
    {
      config: { scope: 'documents:read', testToken: 'read' },
      schema: {
        operationId: 'listRules',
        tags: ['Documents'],
        summary: 'The rules in force, and what follows',
        description:
          'Each rule set in the version that documents of today are judged by, with its first ' +
          'and, if known, its last day, and the version that follows. ' +
          '`POST /api/v1/validate?on=DAY` judges by what will be in force.',
        headers: requestHeaders,
        response: { 200: calendar },
      },
    },
    async () => showRules(gateway),
  )

export const rules = routesOf(listRulesRoute)
