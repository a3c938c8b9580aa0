import * as z from 'zod';

const paths = z.array(z.string());

/**
 * Which fields of a screening hit a summary reads. The specification does not show hits, so this is knowledge about a
 * provider, kept apart where users can replace it. Paths are keys joined by dots; `[]` stands for the elements of an array.
 */
export const hitProfile = z
  .strictObject({
    /** Text that tells one hit from another; personal, so it is masked unless asked for. */
    label: z.string(),
    /** Fields with few, short values that are worth counting. They are shown as they are: none of them may be personal. */
    values: paths,
    /** Text that is the same where a hit is repeated. */
    id: z.string().optional(),
    /** Number that says how well a hit matches: the highest are named. */
    score: z.string().optional(),
    /** Decision of a reviewer about a hit. */
    matchStatus: z.string().optional(),
    riskLevel: z.string().optional(),
    /** Kinds of lists that a hit is on. */
    types: paths.default([]),
    /** Lists that a hit is on, by their names. */
    sources: paths.default([]),
    /** Parts of a hit that matched. */
    matchTypes: paths.default([]),
    /** Other names of the person: empty ones and repetitions within a hit are counted, and the scripts they are written in. */
    aliases: paths.default([]),
    /** Dates of articles, of which the year is counted. */
    mediaDates: paths.default([]),
    /** Addresses of articles, of which the host is counted. */
    mediaUrls: paths.default([]),
    /** Language tags, which are counted. */
    languages: paths.default([]),
    /** Objects whose keys are data, such as names of lists: all their members count for one path, `{*}`. */
    maps: paths.default([]),
    /** Dates of birth, of which the evidence card compares the year, or more. `fields[tag=x].value` looks only into elements whose `tag` is `x`. */
    birthDates: paths.default([]),
    /** Countries of the person, as codes or English names. */
    countries: paths.default([]),
    /** Text that copies of one article share, such as its title. */
    stories: paths.default([]),
    /** Words at `types` that put a hit before others. */
    sanctions: z.array(z.string()).default([]),
    /** Words at `matchTypes` that put a hit before those of an inexact match. */
    exactMatches: z.array(z.string()).default([]),
    /** Countries of the applicant in `input` of a screening. */
    inputCountries: paths.default([]),
  })
  .meta({ id: 'HitProfile' });

/** Fields of a screening hit that a summary reads. */
export type HitProfile = z.infer<typeof hitProfile>;
