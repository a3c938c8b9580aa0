// Written by scripts/write-consumer-types.ts: change the zod schemas, not this file.
import type { UnknownValue } from './unknown-value.ts';

/** One entry under the provider key of a run's output. @see Specification, "`extra.identity_aml`" */
export interface AmlEntry {
  /** Input of the entry; its shape is not shown. @see Specification, "`extra.identity_aml`" */
  input?: unknown;
  /** Response of the provider. @see Specification, "`extra.identity_aml`" */
  output?:
    | {
        /** Status code of the provider. @see Specification, "`extra.identity_aml`" */
        code?: number | undefined;
        /** Status of the provider. @see Specification, "`extra.identity_aml`" */
        status?: string | undefined;
        /** Holds the search record. @see Specification, "`extra.identity_aml`" */
        content?:
          | {
              /** Search record of the provider. @see Specification, "`extra.identity_aml`" */
              data?: AmlSearchRecord | undefined;
            }
          | undefined;
      }
    | undefined;
  /** Flags of the entry. @see Specification, "`extra.identity_aml`" */
  result?: AmlEntryResult | undefined;
}

/** Flags of one entry of a run. @see Specification, "`extra.identity_aml`" */
export interface AmlEntryResult {
  /** The entry matched someone. @see Specification, "`extra.identity_aml`" */
  is_found?: boolean | undefined;
  /** The entry is in lists of politically exposed persons. @see Specification, "`extra.identity_aml`" */
  is_in_pep?: boolean | undefined;
  /** The entry is in lists of warnings. @see Specification, "`extra.identity_aml`" */
  is_in_warnings?: boolean | undefined;
  /** The entry is in lists of sanctions. @see Specification, "`extra.identity_aml`" */
  is_in_sanctions?: boolean | undefined;
  /** The entry is in lists of adverse media. @see Specification, "`extra.identity_aml`" */
  is_in_adverse_media?: boolean | undefined;
  /** The entry is in lists of fitness and probity. @see Specification, "`extra.identity_aml`" */
  is_in_fitness_probity?: boolean | undefined;
  /** Number of hits. @see Specification, "`extra.identity_aml`" */
  total_hits?: number | undefined;
}

/** One screening. Read the entries of `output` with {@link amlEntriesOf}. @see Specification, "`extra.identity_aml`" */
export interface AmlRun {
  /** Person that was screened. @see Specification, "`extra.identity_aml`" */
  input?: AmlSearchInput | undefined;
  /** Output of the provider: an array of AmlEntry under the name of the provider. @see Specification, "`extra.identity_aml`" */
  output?:
    | {
        [key: string]: unknown;
      }
    | undefined;
  /** Flags of the run over all of its entries. @see Specification, "`extra.identity_aml`" */
  result?: AmlRunResult | undefined;
  /** Time of the screening. @see Specification, "`extra.identity_aml`" */
  timestamp?: string | undefined;
  /** Names of the `is_any_in_*` flags. @see Specification, "`extra.identity_aml`" */
  values_list?: string[] | undefined;
}

/** Flags of a run over all of its entries. @see Specification, "`extra.identity_aml`" */
export interface AmlRunResult {
  /** Every entry matched someone. @see Specification, "`extra.identity_aml`" */
  is_all_found?: boolean | undefined;
  /** At least one entry matched someone. @see Specification, "`extra.identity_aml`" */
  is_any_found?: boolean | undefined;
  /** Every entry is in lists of politically exposed persons. @see Specification, "`extra.identity_aml`" */
  is_all_in_pep?: boolean | undefined;
  /** At least one entry is in lists of politically exposed persons. @see Specification, "`extra.identity_aml`" */
  is_any_in_pep?: boolean | undefined;
  /** Every entry is in lists of warnings. @see Specification, "`extra.identity_aml`" */
  is_all_in_warnings?: boolean | undefined;
  /** At least one entry is in lists of warnings. @see Specification, "`extra.identity_aml`" */
  is_any_in_warnings?: boolean | undefined;
  /** Every entry is in lists of sanctions. @see Specification, "`extra.identity_aml`" */
  is_all_in_sanctions?: boolean | undefined;
  /** At least one entry is in lists of sanctions. @see Specification, "`extra.identity_aml`" */
  is_any_in_sanctions?: boolean | undefined;
  /** Every entry is in lists of adverse media. @see Specification, "`extra.identity_aml`" */
  is_all_in_adverse_media?: boolean | undefined;
  /** At least one entry is in lists of adverse media. @see Specification, "`extra.identity_aml`" */
  is_any_in_adverse_media?: boolean | undefined;
  /** Every entry is in lists of fitness and probity. @see Specification, "`extra.identity_aml`" */
  is_all_in_fitness_probity?: boolean | undefined;
  /** At least one entry is in lists of fitness and probity. @see Specification, "`extra.identity_aml`" */
  is_any_in_fitness_probity?: boolean | undefined;
}

/** The person that a run screened. @see Specification, "`extra.identity_aml`" */
export interface AmlSearchInput {
  /** First name: the answer `full_name_first_name`. @see Specification, "`extra.identity_aml`" */
  first_name?: string | undefined;
  /** Last name: the answer `full_name_last_name`. @see Specification, "`extra.identity_aml`" */
  last_name?: string | undefined;
  /** Date of birth, YYYY-MM-DD. @see Specification, "`extra.identity_aml`" */
  date_of_birth?: string | undefined;
}

/** The provider's search record. @see Specification, "`extra.identity_aml`" */
export interface AmlSearchRecord {
  /** Empty when nothing matched. @see Specification, "`extra.identity_aml`" */
  hits?: unknown[] | undefined;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  id?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  ref?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  tags?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  labels?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  limit?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  offset?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  filters?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  client_ref?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  created_at?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  updated_at?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  risk_level?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  total_hits?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  total_matches?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  assignee_id?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  searcher_id?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  search_term?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  submitted_term?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  match_status?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  blacklist_hits?: unknown;
  /** Of any type. @see Specification, "`extra.identity_aml`" */
  total_blacklist_hits?: unknown;
}

/** The answer to a question. @see Specification, "Answer" */
export interface AnswerOf<Value> {
  /** Answer of the applicant or the client; a boolean for a checkbox. @see Specification, "Answer" */
  value?: Value | undefined;
  /** Time of the first capture. @see Specification, "Answer" */
  created_at?: string | undefined;
  /** Time of the last change, by a correction or another scan. @see Specification, "Answer" */
  updated_at?: string | undefined;
}

/** The answer to a question. @see Specification, "Answer" */
export type Answer = AnswerOf<string | number | boolean>;

/** The answers of an application by question key. Other keys are fields and input parameters of the form. @see Specification, "Answer" */
export interface Answers {
  /** National id number, 13 digits with a check digit; of national id submissions only. @see Specification, "Answer" */
  nid?: AnswerOf<string> | undefined;
  /** Number printed on the document. @see Specification, "Answer" */
  document_number?: AnswerOf<string> | undefined;
  /** Document that the applicant uses: a national id (`front_card`) or a passport. @see Specification, "Answer" */
  ekyc_document_type?: AnswerOf<'front_card' | 'passport' | UnknownValue> | undefined;
  /** Country that issued the document, ISO 3166-1 alpha-3. @see Specification, "Answer" */
  ekyc_document_country?: AnswerOf<string> | undefined;
  /** Title; not compared with `gender`. @see Specification, "Answer" */
  name_prefix?: AnswerOf<string> | undefined;
  /** Gender, `M` or `F`. @see Specification, "Answer" */
  gender?: AnswerOf<'M' | 'F' | UnknownValue> | undefined;
  /** Form of the name, `parts` or `full`. @see Specification, "Answer" */
  full_name_type?: AnswerOf<'parts' | 'full' | UnknownValue> | undefined;
  /** First name in local script, editable by the applicant; screening uses it. @see Specification, "Answer" */
  full_name_first_name?: AnswerOf<string> | undefined;
  /** Last name in local script, editable by the applicant; screening uses it. @see Specification, "Answer" */
  full_name_last_name?: AnswerOf<string> | undefined;
  /** First name in Latin script, read from the document; not editable. @see Specification, "Answer" */
  full_name_en_first_name?: AnswerOf<string> | undefined;
  /** Last name in Latin script, read from the document; not editable. @see Specification, "Answer" */
  full_name_en_last_name?: AnswerOf<string> | undefined;
  /** Date of birth, YYYY-MM-DD. @see Specification, "Answer" */
  date_of_birth?: AnswerOf<string> | undefined;
  /** Date of issue of the document, YYYY-MM-DD. @see Specification, "Answer" */
  date_of_issue?: AnswerOf<string> | undefined;
  /** Date of expiry of the document, YYYY-MM-DD; compare it with the submission date. @see Specification, "Answer" */
  date_of_expiry?: AnswerOf<string> | undefined;
  /** Country of residence, ISO 3166-1 alpha-3; always there once submitted. @see Specification, "Answer" */
  home_address_country?: AnswerOf<string> | undefined;
  /** Thai address: house and street. @see Specification, "Answer" */
  home_address_address?: AnswerOf<string> | undefined;
  /** Thai address: subdistrict. @see Specification, "Answer" */
  home_address_subdistrict?: AnswerOf<string> | undefined;
  /** Thai address: district. @see Specification, "Answer" */
  home_address_district?: AnswerOf<string> | undefined;
  /** Thai address: province. @see Specification, "Answer" */
  home_address_province?: AnswerOf<string> | undefined;
  /** Thai address: postal code. @see Specification, "Answer" */
  home_address_zipcode?: AnswerOf<string> | undefined;
  /** International address: first line. @see Specification, "Answer" */
  home_address_address_1_common?: AnswerOf<string> | undefined;
  /** International address: second line. @see Specification, "Answer" */
  home_address_address_2_common?: AnswerOf<string> | undefined;
  /** International address: city. @see Specification, "Answer" */
  home_address_city_common?: AnswerOf<string> | undefined;
  /** International address: postal code. @see Specification, "Answer" */
  home_address_postal_code_common?: AnswerOf<string> | undefined;
  /** Address on a single line, derived; absent on some submissions. @see Specification, "Answer" */
  home_address_full?: AnswerOf<string> | undefined;
  /** Version of the consent text. @see Specification, "Answer" */
  consent_version?: Answer | undefined;
  /** Time of the consent, the one date-time with a Z suffix. @see Specification, "Answer" */
  consent_date?: AnswerOf<string> | undefined;
  /** State of the consent checkbox. @see Specification, "Answer" */
  consent_checkbox_1?: AnswerOf<boolean> | undefined;
  [key: string]: Answer | undefined;
}

/**
 * An application. A client needs its slug to find its own record.
 *
 * @see Specification, "Application"
 */
export interface Application {
  /** Internal application id. @see Specification, "Application" */
  id?: number | undefined;
  /** Human-readable number: COK00 and the zero-padded id. @see Specification, "Application" */
  no?: string | undefined;
  /** The form_slug the application belongs to. @see Specification, "Application" */
  form?: string | undefined;
  /** The correlation key; treat it as a secret. @see Specification, "Application" */
  slug: string;
  /** State of the application; outcomes mean nothing before `complete`. @see Specification, "Application" */
  status?: 'incomplete' | 'complete' | 'expired' | UnknownValue | undefined;
  /** Outcomes of checks: `ekyc` and the status columns of the workspace. @see Specification, "Application" */
  other_status?: OtherStatus | undefined;
  /** Time of the submission, ISO 8601; null before it. @see Specification, "Application" */
  submitted_at?: string | null | undefined;
}

/** 400. @see Specification, "Errors" */
export interface BadRequestError {
  /** The error. @see Specification, "Errors" */
  error: {
    /** Status code of the response. @see Specification, "Errors" */
    status_code?: number | undefined;
    /** Reason phrase. @see Specification, "Errors" */
    message?: string | undefined;
    /** Explanation; on 422 of create, messages by question key. @see Specification, "Errors" */
    detail: string;
  };
}

/** Details of a new application. @see Specification, "1. Create application" */
export interface CreateDetail {
  /** The form_slug of the call. @see Specification, "1. Create application" */
  form: string;
  /** The correlation key; treat it as a secret. @see Specification, "1. Create application" */
  slug: string;
  /** First step of the flow. @see Specification, "1. Create application" */
  step?: string | undefined;
  /** First section of the step. @see Specification, "1. Create application" */
  section?: string | undefined;
  /** Null: no one has submitted yet. @see Specification, "1. Create application" */
  submitted_at?: string | null | undefined;
}

/** Answer to a create call. @see Specification, "1. Create application" */
export interface CreateResponse {
  /** The applicant's own form. @see Specification, "1. Create application" */
  form_url: string;
  /** Absolute URL of the info endpoint for this application. @see Specification, "1. Create application" */
  info: string;
  /** The new application. @see Specification, "1. Create application" */
  detail: CreateDetail;
}

/** 422 on create. @see Specification, "Errors" */
export interface CreateValidationError {
  /** The error. @see Specification, "Errors" */
  error: {
    /** Status code of the response. @see Specification, "Errors" */
    status_code?: number | undefined;
    /** Reason phrase. @see Specification, "Errors" */
    message?: string | undefined;
    /** Messages by question key. @see Specification, "Errors" */
    detail: MessagesByKey;
  };
}

/**
 * Body of any delivery. Branch on the event first, with {@link isSubmission} and {@link isLifecycleEvent}. Acknowledge and ignore other
 * events: their payload may have any shape.
 *
 * @see Specification, "Event types"
 *
 * @example
 * const received = delivery.parse(JSON.parse(body))
 * if (isSubmission(received)) store(received.application.slug, received.answers?.nid?.value)
 */
export interface Delivery {
  /** Header of the event. @see Specification, "Event types" */
  event: Event;
  /** The application that the delivery or result is about. @see Specification, "Event types" */
  application?: Application | undefined;
  /** Answers by question key; a missing key is omitted. @see Specification, "Event types" */
  answers?: Answers | undefined;
  /** Results of the checks. @see Specification, "Event types" */
  extra?: Extra | undefined;
}

/** One scan of the document. @see Specification, "`extra.ekyc`" */
export interface DocumentAttempt {
  /** Internal id of the attempt. @see Specification, "`extra.ekyc`" */
  id?: number | undefined;
  /** Number of the attempt, from 1. @see Specification, "`extra.ekyc`" */
  attempt?: number | undefined;
  /** Result of the attempt. @see Specification, "`extra.ekyc`" */
  status?: 'success' | 'fail' | UnknownValue | undefined;
  /** Reserved for a failure reason; empty even on failures. @see Specification, "`extra.ekyc`" */
  message?: string | undefined;
  /** Time of the attempt. @see Specification, "`extra.ekyc`" */
  created_at?: string | undefined;
  /** Kind of document: national id (`front_card`) or passport. @see Specification, "`extra.ekyc`" */
  type?: 'front_card' | 'passport' | UnknownValue | undefined;
  /** Scan of the document; a signed URL that expires after 15 minutes. @see Specification, "`extra.ekyc`" */
  url?: string | undefined;
}

/** Camera checks of a submission. @see Specification, "`extra.ekyc`" */
export interface Ekyc {
  /** Face comparison; there only if document scan and liveness succeeded. @see Specification, "`extra.ekyc`" */
  face_compare?: FaceCompare | undefined;
  /** Liveness check. @see Specification, "`extra.ekyc`" */
  liveness?: Liveness | undefined;
  /** Document scan. @see Specification, "`extra.ekyc`" */
  identity_document?: IdentityDocument | undefined;
}

/** Any body with the common envelope. @see Specification, "Errors" */
export interface ErrorEnvelope {
  /** The error. @see Specification, "Errors" */
  error: {
    /** Status code of the response. @see Specification, "Errors" */
    status_code?: number | undefined;
    /** Reason phrase. @see Specification, "Errors" */
    message?: string | undefined;
    /** Explanation; on 422 of create, messages by question key. @see Specification, "Errors" */
    detail: string | MessagesByKey;
  };
}

/** Header of an event. Branch on its `type` first. @see Specification, "Envelope" */
export interface Event {
  /** Type of the event; branch on it first and ignore types that you do not handle. @see Specification, "Envelope" */
  type: 'submit_form' | 'update_status' | 'drop_off' | UnknownValue;
  /** Unique per delivery, retries and resends included. @see Specification, "Envelope" */
  nounce?: string | undefined;
  /** Version of the payload; on submissions only. @see Specification, "Envelope" */
  version?: number | undefined;
  /** Time of this delivery, not of the submission. @see Specification, "Envelope" */
  created_at?: string | undefined;
}

/** Results of the checks of a submission. @see Specification, "Envelope" */
export interface Extra {
  /** Camera checks: document scan, liveness and face comparison. @see Specification, "Envelope" */
  ekyc?: Ekyc | undefined;
  /** Screening runs by name of the provider, of any size. @see Specification, "Envelope" */
  identity_aml?: IdentityAml | undefined;
  /** Statement analysis, on flows that collect one; its shape is not shown. @see Specification, "Envelope" */
  bank_statement?: unknown;
}

/** Similarity of selfie and portrait. @see Specification, "`extra.ekyc`" */
export interface FaceCompare {
  /** Similarity of liveness selfie and document portrait, 0 to 100. @see Specification, "`extra.ekyc`" */
  score?: number | undefined;
  /** Band of the score: `match` from 70, `need_review` from 61 to 69, `not_match` up to 60. @see Specification, "`extra.ekyc`" */
  status?: 'match' | 'need_review' | 'not_match' | UnknownValue | undefined;
}

/** 403. @see Specification, "Errors" */
export interface ForbiddenError {
  /** The error. @see Specification, "Errors" */
  error: {
    /** Status code of the response. @see Specification, "Errors" */
    status_code?: number | undefined;
    /** Reason phrase. @see Specification, "Errors" */
    message?: string | undefined;
    /** Explanation; on 422 of create, messages by question key. @see Specification, "Errors" */
    detail: string;
  };
}

/** AML screening by provider name, each an array of runs. @see Specification, "`extra.identity_aml`" */
export interface IdentityAml {
  [key: string]: AmlRun[];
}

/** The accepted document, its portrait, and every scan. @see Specification, "`extra.ekyc`" */
export interface IdentityDocument {
  /** The document accepted; another than asked for is possible. @see Specification, "`extra.ekyc`" */
  type?: 'front_card' | 'passport' | UnknownValue | undefined;
  /** Scan of the accepted document; a signed URL that expires after 15 minutes. @see Specification, "`extra.ekyc`" */
  url?: string | undefined;
  /** Portrait cropped from the document; a signed URL that expires after 15 minutes. @see Specification, "`extra.ekyc`" */
  face_image_url?: string | undefined;
  /** All attempts in order; several if the applicant tried again. @see Specification, "`extra.ekyc`" */
  attempts?: DocumentAttempt[] | undefined;
}

/** Answer to an info call. @see Specification, "3. Get application info" */
export interface InfoResponse {
  /** The application. @see Specification, "3. Get application info" */
  data: {
    /** The id of the application: `application.id` of webhook and result. @see Specification, "3. Get application info" */
    id?: number | undefined;
    /** Current step of the flow; its type is not shown. @see Specification, "3. Get application info" */
    current_step?: unknown;
    /** The applicant submitted the application. @see Specification, "3. Get application info" */
    is_submitted?: boolean | undefined;
    /** The persisted answers; their type is not shown. @see Specification, "3. Get application info" */
    data?: unknown;
  };
  /** The form schema. @see Specification, "3. Get application info" */
  schema_config?:
    | {
        /** Settings of the form. @see Specification, "3. Get application info" */
        configs?:
          | {
              /** Locale settings. @see Specification, "3. Get application info" */
              locale?:
                | {
                    /** Locales of the form. @see Specification, "3. Get application info" */
                    available_locales?: string[] | undefined;
                  }
                | undefined;
            }
          | undefined;
      }
    | undefined;
}

/** Body of an `update_status` or `drop_off` delivery. @see Specification, "Event types" */
export interface LifecycleDelivery {
  /** Header of the lifecycle event. @see Specification, "Event types" */
  event: LifecycleEvent;
  /** The application that the delivery or result is about. @see Specification, "Event types" */
  application: Application;
}

/** Header of a lifecycle event. @see Specification, "Envelope" */
export interface LifecycleEvent {
  /** Type of the event; branch on it first and ignore types that you do not handle. @see Specification, "Envelope" */
  type: 'update_status' | 'drop_off';
  /** Unique per delivery, retries and resends included. @see Specification, "Envelope" */
  nounce?: string | undefined;
  /** Time of this delivery, not of the submission. @see Specification, "Envelope" */
  created_at?: string | undefined;
}

/** Best frame and every try of the liveness check. @see Specification, "`extra.ekyc`" */
export interface Liveness {
  /** Best frame of all attempts; a signed URL that expires after 15 minutes. @see Specification, "`extra.ekyc`" */
  url?: string | undefined;
  /** All attempts in order; several if the applicant tried again. @see Specification, "`extra.ekyc`" */
  attempts?: LivenessAttempt[] | undefined;
}

/** One try of the liveness check. @see Specification, "`extra.ekyc`" */
export interface LivenessAttempt {
  /** Internal id of the attempt. @see Specification, "`extra.ekyc`" */
  id?: number | undefined;
  /** Number of the attempt, from 1. @see Specification, "`extra.ekyc`" */
  attempt?: number | undefined;
  /** Result of the attempt. @see Specification, "`extra.ekyc`" */
  status?: 'success' | 'fail' | UnknownValue | undefined;
  /** Reserved for a failure reason; empty even on failures. @see Specification, "`extra.ekyc`" */
  message?: string | undefined;
  /** Time of the attempt. @see Specification, "`extra.ekyc`" */
  created_at?: string | undefined;
  /** Frames of the attempt. @see Specification, "`extra.ekyc`" */
  images?: LivenessImage[] | undefined;
}

/** A frame of a liveness try. @see Specification, "`extra.ekyc`" */
export interface LivenessImage {
  /** Signed URL of an image; expires 15 minutes after the event. @see Specification, "`extra.ekyc`" */
  url?: string | undefined;
  /** Action that the applicant was asked for. @see Specification, "`extra.ekyc`" */
  action?: string | undefined;
}

/** Question key to the messages about its value. @see Specification, "Errors" */
export interface MessagesByKey {
  [key: string]: string[];
}

/** 461 on create. @see Specification, "Errors" */
export interface NoCreditError {
  /** The error. @see Specification, "Errors" */
  error: {
    /** Status code of the response. @see Specification, "Errors" */
    status_code?: number | undefined;
    /** Reason phrase. @see Specification, "Errors" */
    message?: string | undefined;
    /** Explanation; on 422 of create, messages by question key. @see Specification, "Errors" */
    detail: string;
  };
}

/** 404 on every endpoint but resend. @see Specification, "Errors" */
export interface NotFoundError {
  /** The error. @see Specification, "Errors" */
  error: {
    /** Status code of the response. @see Specification, "Errors" */
    status_code?: number | undefined;
    /** Reason phrase. @see Specification, "Errors" */
    message?: string | undefined;
    /** Explanation; on 422 of create, messages by question key. @see Specification, "Errors" */
    detail: string;
  };
}

/** `ekyc` and whatever columns the workspace has. @see Specification, "`other_status`" */
export interface OtherStatus {
  /** Outcome of document scan, liveness and face comparison; without meaning until the application is `complete`. @see Specification, "`other_status`" */
  ekyc?: 'pass' | 'need_review' | 'fail' | 'pending' | UnknownValue | undefined;
  [key: string]: unknown;
}

/** 404 on resend. @see Specification, "Errors" */
export interface ResendNotFoundError {
  /** Explanation. @see Specification, "Errors" */
  detail: string;
}

/** Answer to a result call. @see Specification, "2. Get application result" */
export interface ResultResponse {
  /** The application that the delivery or result is about. @see Specification, "2. Get application result" */
  application: Application;
  /** Answers by question key; a missing key is omitted. @see Specification, "2. Get application result" */
  answers?: Answers | undefined;
  /** Results of the checks. @see Specification, "2. Get application result" */
  extra?: Extra | undefined;
}

/** Body of a `submit_form` delivery. @see Specification, "Event types" */
export interface Submission {
  /** Header of the submission. @see Specification, "Event types" */
  event: SubmitFormEvent;
  /** The application that the delivery or result is about. @see Specification, "Event types" */
  application: Application;
  /** Answers by question key; a missing key is omitted. @see Specification, "Event types" */
  answers?: Answers | undefined;
  /** Results of the checks. @see Specification, "Event types" */
  extra?: Extra | undefined;
}

/** Header of a submission. @see Specification, "Envelope" */
export interface SubmitFormEvent {
  /** Type of the event; branch on it first and ignore types that you do not handle. @see Specification, "Envelope" */
  type: 'submit_form';
  /** Unique per delivery, retries and resends included. @see Specification, "Envelope" */
  nounce?: string | undefined;
  /** Version of the payload; on submissions only. @see Specification, "Envelope" */
  version?: number | undefined;
  /** Time of this delivery, not of the submission. @see Specification, "Envelope" */
  created_at?: string | undefined;
}

/** 422 on submit. @see Specification, "Errors" */
export type SubmitValidationError = MessagesByKey;

/** An application that was submitted. @see Specification, "Application" */
export interface SubmittedApplication {
  /** Internal application id. @see Specification, "Application" */
  id?: number | undefined;
  /** Human-readable number: COK00 and the zero-padded id. @see Specification, "Application" */
  no?: string | undefined;
  /** The form_slug the application belongs to. @see Specification, "Application" */
  form?: string | undefined;
  /** The correlation key; treat it as a secret. @see Specification, "Application" */
  slug: string;
  /** State of the application; outcomes mean nothing before `complete`. @see Specification, "Application" */
  status: 'complete';
  /** Outcomes of checks: `ekyc` and the status columns of the workspace. @see Specification, "Application" */
  other_status?: OtherStatus | undefined;
  /** Time of the submission, ISO 8601. @see Specification, "Application" */
  submitted_at: string;
}

/** 401. @see Specification, "Errors" */
export interface UnauthorizedError {
  /** The error. @see Specification, "Errors" */
  error: {
    /** Status code of the response. @see Specification, "Errors" */
    status_code?: number | undefined;
    /** Reason phrase. @see Specification, "Errors" */
    message?: string | undefined;
    /** Explanation; on 422 of create, messages by question key. @see Specification, "Errors" */
    detail: string;
  };
}
