/**
 * Findings of a run against each fault of the mock: the fault; the rules that fail, each with the share of its checks in tenths and
 * hashes of its kinds of findings; the rules that cannot be tested any more.
 *
 * Generated: `pnpm --filter @idvkit/conformance run fault-signatures`.
 */
export const FAULT_SIGNATURES = `
application.id.integer | application.id.integer:10:EG9De convention.ids.integer:10:wBAhy | application.no.derived application.id.stable info.data.id
application.id.integer/fraction | application.id.integer:1:EG9De convention.ids.integer:1:wBAhy result.equals-webhook:1:PxObq |
application.no.derived | application.no.derived:10:DT8yP |
application.no.derived/other-prefix | application.no.derived:10:03MLc |
application.no.derived/on-passports | application.no.derived:1:DT8yP application.id.stable:1:7u9-H result.equals-webhook:1:x8DC1 |
application.form.echoes-path | application.form.echoes-path:10:UQ7QE |
application.form.echoes-path/in-results | application.form.echoes-path:10:UQ7QE result.equals-webhook:10:FzQAZ,tQSh6 submit.again.unchanged:1:waJBb |
application.slug.echoes-path | application.slug.echoes-path:10:PR120 result.equals-webhook:10:CVLfi,dyJtM submit.again.unchanged:1:27qKV |
application.slug.correlates-create | application.slug.correlates-create:1:ZRP_o image.url.path:7:LjNzK,MTu8i,UFrdA,g0xSM,iqhfW resend.delivers:10:Tow4j | image.fresh-on-resend resend.same-content resend.new-nounce resend.new-created-at
application.slug.unique | application.slug.unique:1:jmIwg |
application.status.enum | application.status.enum:2:1DcVN create.state.incomplete:10:r6wa2 submit.camera-flow.unchanged:10:GZZi7 | application.submitted-at.null-while-incomplete
application.submitted-at.null-while-incomplete | application.submitted-at.null-while-incomplete:10:Bnyke create.state.incomplete:10:TRvEG submit.camera-flow.unchanged:10:8oAIl |
application.submitted-at.set-when-complete | application.submitted-at.set-when-complete:2:kzrbL result.equals-webhook:1:g0J3v |
application.submitted-at.set-when-complete/day | application.submitted-at.set-when-complete:2:kzrbL application.submitted-at.stable:1:Qn5bh result.equals-webhook:1:g0J3v |
application.submitted-at.stable | application.submitted-at.stable:3:Qn5bh submit.again.unchanged:1:CnA_r resend.same-content:10:QbnhI delivery.idempotency-key.stable:6:n9kLg |
application.submitted-at.stable/one-second | application.submitted-at.stable:3:Qn5bh submit.again.unchanged:1:CnA_r resend.same-content:10:QbnhI delivery.idempotency-key.stable:6:n9kLg |
application.id.stable | application.id.stable:2:obYu4 submit.again.unchanged:1:kbXcS resend.same-content:10:1epta |
other-status.ekyc.present | other-status.ekyc.present:4:FCERH |
other-status.ekyc.present/on-passports | other-status.ekyc.present:1:FCERH result.equals-webhook:1:aILYA |
other-status.ekyc.enum | other-status.ekyc.enum:10:QcRC7 | other-status.ekyc.follows-face-compare other-status.ekyc.pass-needs-checks
other-status.ekyc.enum/hyphen | other-status.ekyc.enum:2:QcRC7 |
other-status.ekyc.follows-face-compare | other-status.ekyc.follows-face-compare:4:0lVdc result.equals-webhook:1:aILYA |
other-status.ekyc.pass-needs-checks | other-status.ekyc.pass-needs-checks:3:LaO9F,Txjrg result.equals-webhook:1:aILYA |
other-status.custom.title-case | other-status.custom.title-case:10:9VVbu |
other-status.custom.string | other-status.custom.string:10:MxjCH | other-status.custom.title-case
other-status.custom.string/number | other-status.custom.string:6:MxjCH |
answers.map.object | answers.map.object:1:5lL71 | answers.nid.national-id-only
answers.answer.value-required | answers.answer.value-required:10:X3K8U |
answers.answer.value-required/on-passports | answers.answer.value-required:2:Uvi_B |
answers.answer.value-type | answers.answer.value-type:10:DpCJy |
answers.answer.created-at | answers.answer.created-at:10:iapcu |
answers.answer.created-at/on-passports | answers.answer.created-at:2:1NEX5 |
answers.answer.updated-at | answers.answer.updated-at:10:n87BA |
answers.answer.updated-at/one-second | answers.answer.updated-at:10:n87BA |
answers.key.omitted-not-null | answers.key.omitted-not-null:10:V8I-c |
answers.nid.check-digit | answers.nid.check-digit:10:WUVqE |
answers.nid.check-digit/twelve-digits | answers.nid.check-digit:10:WUVqE |
answers.nid.national-id-only | answers.nid.national-id-only:10:JtknJ |
answers.document-type.enum | answers.document-type.enum:3:82IrO | answers.nid.national-id-only
answers.document-country.alpha-3 | answers.document-country.alpha-3:10:OJ4y- |
answers.document-country.alpha-3/lower-case | answers.document-country.alpha-3:10:OJ4y- |
answers.gender.enum | answers.gender.enum:10:tjQom |
answers.gender.enum/x | answers.gender.enum:2:tjQom |
answers.full-name-type.enum | answers.full-name-type.enum:10:WdOfp |
answers.dates.iso | answers.dates.iso:7:WnubT |
answers.dates.iso/no-such-day | answers.dates.iso:7:tfOT3 |
answers.home-address-country.present | answers.home-address-country.present:10:tm5QZ | answers.home-address-country.alpha-3
answers.home-address-country.present/on-passports | answers.home-address-country.present:2:tm5QZ |
answers.home-address-country.alpha-3 | answers.home-address-country.alpha-3:10:NJAFz |
answers.home-address-country.alpha-3/alpha-2 | answers.home-address-country.alpha-3:2:NJAFz |
answers.strings.typed | answers.strings.typed:6:nD1dU |
answers.strings.typed/document-number | answers.strings.typed:7:BeqQ8 |
answers.consent-checkbox.boolean | answers.consent-checkbox.boolean:10:xkupF |
answers.consent-checkbox.boolean/number | answers.consent-checkbox.boolean:2:xkupF |
answers.consent-date.z-suffix | answers.consent-date.z-suffix:10:wK7WU |
answers.consent-date.z-suffix/lower-case | answers.consent-date.z-suffix:10:wK7WU |
answers.input-parameters.returned | answers.input-parameters.returned:10:H1ENK,kJVwA |
answers.input-parameters.returned/number-as-text | answers.input-parameters.returned:5:H1ENK |
answers.undeclared.discarded | answers.undeclared.discarded:10:LFwYj,xzI-h |
face-compare.score.range | face-compare.score.range:5:HCbEA |
face-compare.score.range/below-zero | face-compare.score.range:2:lB-aE |
face-compare.status.enum | face-compare.status.enum:5:rxFB4 |
face-compare.status.enum/upper-case | face-compare.status.enum:2:rxFB4 |
face-compare.status.follows-score | other-status.ekyc.follows-face-compare:5:0lVdc face-compare.status.follows-score:5:fYLFI |
face-compare.implies-both-passed | other-status.ekyc.pass-needs-checks:10:GKwm5 face-compare.implies-both-passed:10:6erlE |
liveness.url.signed-image | liveness.url.signed-image:10:GL-D8 |
liveness.attempts.numbered | liveness.attempts.numbered:10:SKRPo |
liveness.attempts.numbered/skips-one | liveness.attempts.numbered:4:SKRPo |
liveness.attempts.ordered | liveness.attempts.ordered:10:uWj6z |
liveness.attempts.ordered/one-second | liveness.attempts.ordered:10:uWj6z |
liveness.attempt.shape | liveness.attempt.shape:10:gn0qS |
liveness.attempt.shape/status | liveness.attempt.shape:6:LBzJe |
liveness.attempt.message-empty | liveness.attempt.message-empty:10:9pvUC |
liveness.attempt.message-empty/on-failure | liveness.attempt.message-empty:6:9pvUC |
identity-document.type.enum | identity-document.type.enum:8:Wl4HI |
identity-document.type.enum/upper-case | identity-document.type.enum:3:Wl4HI | answers.nid.national-id-only
identity-document.url.signed-image | identity-document.url.signed-image:10:UMg1z |
identity-document.attempts.numbered | identity-document.attempts.numbered:4:78sqI |
identity-document.attempts.numbered/skips-one | identity-document.attempts.numbered:4:78sqI |
identity-document.attempts.ordered | identity-document.attempts.ordered:10:8UGvb |
identity-document.attempts.ordered/one-second | identity-document.attempts.ordered:10:8UGvb |
identity-document.attempt.shape | identity-document.attempt.shape:10:d4m5K |
identity-document.attempt.shape/type | identity-document.attempt.shape:5:d4m5K |
identity-document.attempt.message-empty | identity-document.attempt.message-empty:10:QgsY- |
identity-document.attempt.message-empty/on-failure | identity-document.attempt.message-empty:5:QgsY- |
image.url.absolute-on-service-host | image.url.absolute-on-service-host:10:2VgSJ | image.readable-while-valid image.unreadable-without-signature image.unreadable-without-token image.unreadable-after-exp
image.url.path | image.url.path:10:LjNzK,MTu8i,UFrdA,g0xSM,iqhfW image.readable-while-valid:10:2Gr7p | image.unreadable-without-signature image.unreadable-without-token image.unreadable-after-exp
image.url.query | image.url.query:10:5zwAE,F-cVc,buGeo,qbom9,vocFA | image.exp.15-minutes-after-event image.fresh-on-resend image.readable-while-valid image.unreadable-without-signature image.unreadable-without-token image.unreadable-after-exp
image.exp.15-minutes-after-event | image.exp.15-minutes-after-event:10:221l2,3OR39,VCxkF,hC1_l,oB0QJ | image.unreadable-after-exp
image.exp.15-minutes-after-event/off-by-a-minute | image.exp.15-minutes-after-event:10:221l2,3OR39,VCxkF,hC1_l,oB0QJ |
image.fresh-on-resend | image.exp.15-minutes-after-event:9:221l2,3OR39,VCxkF,hC1_l,oB0QJ image.fresh-on-resend:10:1Q7jU,7fneL,LWc8Y,R2_1G,mnw5e |
image.readable-while-valid | image.readable-while-valid:10:5yT0X | image.unreadable-without-signature image.unreadable-without-token image.unreadable-after-exp
image.unreadable-without-signature | image.unreadable-without-signature:10:PaGEQ,deIcK image.unreadable-without-token:10:lGx2W image.unreadable-after-exp:5:ojeRj |
image.unreadable-without-signature/with-token | image.unreadable-without-signature:5:PaGEQ image.unreadable-after-exp:5:ojeRj |
image.unreadable-without-token | image.unreadable-without-token:10:lGx2W |
image.unreadable-without-token/any-token | image.unreadable-without-token:5:lGx2W |
image.unreadable-after-exp | image.unreadable-after-exp:5:LY036 |
image.unreadable-after-exp/unsigned-exp | image.unreadable-after-exp:5:ojeRj |
aml.keyed-by-provider | aml.keyed-by-provider:10:RSZYe | aml.run.shape aml.run.input-names aml.run.input-is-editable-name aml.run.output-nested-provider aml.entry.shape aml.entry.output-shape aml.entry.result-flags aml.entry.hits-empty-when-not-found aml.run.result-flags aml.run.aggregate-any aml.run.aggregate-all aml.run.values-list-names-flags aml.run.values-list-lists-true aml.run.timestamp
aml.run.shape | aml.run.shape:10:7oPcE | aml.run.values-list-names-flags aml.run.values-list-lists-true
aml.run.shape/timestamp | aml.run.shape:10:R6fPc | aml.run.timestamp
aml.run.input-names | aml.run.input-names:10:aup2_ |
aml.run.input-is-editable-name | aml.run.input-is-editable-name:10:7H-_I |
aml.run.input-is-editable-name/latin-name | aml.run.input-is-editable-name:10:9F_82 |
aml.run.output-nested-provider | aml.run.output-nested-provider:10:ArLad | aml.entry.shape aml.entry.output-shape aml.entry.result-flags aml.entry.hits-empty-when-not-found aml.run.aggregate-any aml.run.aggregate-all
aml.entry.shape | aml.entry.shape:10:CuqHn |
aml.entry.output-shape | aml.entry.output-shape:10:FVvh7 |
aml.entry.result-flags | aml.entry.result-flags:10:SC3g0 |
aml.entry.result-flags/total-hits | aml.entry.result-flags:10:pbkL5 |
aml.entry.hits-empty-when-not-found | aml.entry.hits-empty-when-not-found:10:a249c |
aml.run.result-flags | aml.run.result-flags:10:VH0Q- |
aml.run.result-flags/text | aml.run.result-flags:10:_WkoE |
aml.run.aggregate-any | aml.run.aggregate-any:10:bnO04 |
aml.run.aggregate-all | aml.run.aggregate-all:10:yBsJq |
aml.run.values-list-names-flags | aml.run.values-list-names-flags:10:FNedl |
aml.run.values-list-lists-true | aml.run.values-list-lists-true:4:-bwkQ,zQlSr | aml.run.values-list-names-flags
aml.run.values-list-lists-true/one-too-few | aml.run.values-list-lists-true:3:-bwkQ,zQlSr |
aml.run.timestamp | aml.run.timestamp:10:Pk1GS |
convention.timestamp.offset | convention.timestamp.offset:6:5CTKZ |
convention.timestamp.offset/local-time | convention.timestamp.offset:8:EAPfq |
convention.omitted-not-null | convention.omitted-not-null:3:qV539 |
convention.omitted-not-null/face-compare | convention.omitted-not-null:1:cfZHG |
convention.ids.integer | liveness.attempt.shape:10:vc2uf convention.ids.integer:4:o5I12 |
convention.ids.integer/of-scans | identity-document.attempt.shape:10:HBsbR convention.ids.integer:4:RvbPC |
convention.json | convention.json:6:eQQs_ |
create.status.201 | create.status.201:10:Xngb7 create.status.documented:10:GYJL7 | application.slug.correlates-create application.slug.unique answers.input-parameters.returned answers.undeclared.discarded create.answers.format-422 create.state.incomplete create.form-unknown.404 create.credit.461 create.credit.not-consumed locale.platform.accepted locale.outside-form-subset.accepted locale.unknown.302 auth.invalid-token.401 auth.other-scheme.401 auth.absent.403 auth.get-on-post-only.403 auth.never-405
create.body.required-fields | create.body.required-fields:10:UpcRm | create.form-url.uri create.form-url.unique
create.body.required-fields/no-info | create.body.required-fields:10:Fx-n3 | create.info.absolute create.info.resolves
create.form-url.uri | create.form-url.uri:10:2KU-- |
create.form-url.uri/no-scheme | create.form-url.uri:10:2KU-- |
create.form-url.unique | create.form-url.unique:10:BhQIx |
create.info.absolute | create.info.absolute:10:dLOLl | create.info.resolves
create.info.resolves | create.info.resolves:10:sZQr8 info.open.no-token-200:1:CJTzO |
create.detail.form-echo | create.detail.form-echo:10:5RN_9 |
create.detail.submitted-at-null | create.detail.submitted-at-null:10:n5O34 |
create.detail.submitted-at-null/empty | create.detail.submitted-at-null:10:n5O34 |
create.detail.step-section | create.detail.step-section:10:7bFzw |
create.detail.step-section/section | create.detail.step-section:10:cpMY8 |
create.body.empty-accepted | create.body.empty-accepted:10:-eALJ create.required.deferred:10:-eALJ | create.info.resolves submit.camera-flow.422 submit.camera-flow.unchanged submit.422.flat-map submit.422.names-missing submit.plain-flow.200-empty submit.plain-flow.completes submit.again.403 submit.unknown.404 submit.status.documented resend.never-submitted.204 locale.platform.accepted locale.outside-form-subset.accepted locale.unknown.302 auth.invalid-token.401 auth.other-scheme.401 auth.absent.403 auth.get-on-post-only.403 auth.never-405
create.required.deferred | create.required.deferred:5:-eALJ create.answers.unknown-key-accepted:10:-eALJ create.422.names-bad-key:8:Jek6M | answers.undeclared.discarded
create.answers.unknown-key-accepted | create.answers.unknown-key-accepted:10:-eALJ | answers.undeclared.discarded
create.answers.format-422 | create.answers.format-422:10:qd9Fa | create.422.detail-map create.422.names-bad-key
create.answers.format-422/checksum | create.answers.format-422:2:qd9Fa create.422.names-bad-key:3:Jek6M locale.platform.accepted:1:qd9Fa locale.outside-form-subset.accepted:1:qd9Fa |
create.answers.document-type-prefill | create.status.201:2:AX8Ps create.answers.document-type-prefill:9:-eALJ |
create.422.detail-map | create.422.detail-map:10:cpf7- | create.422.names-bad-key
create.422.detail-map/bare-messages | create.422.detail-map:10:2UAXR,4Sgxs,7TVc1,Ick-7,bDypH,dMxTL,o47G4,sFwtD,zM1p- |
create.422.names-bad-key | create.422.names-bad-key:8:Jek6M |
create.state.incomplete | create.state.incomplete:10:r6wa2 submit.camera-flow.unchanged:10:GZZi7 | application.submitted-at.null-while-incomplete
create.form-unknown.404 | create.form-unknown.404:10:3_PgM,EzUpt,yHC19 |
create.form-unknown.404/forbidden | create.form-unknown.404:10:FVBa8,qS-_S,tkFO9 |
create.credit.461 | create.answers.format-422:2:cSRDv create.credit.461:10:a6cj5,vEH7p | create.credit.461-envelope
create.credit.461/not-looked-at | create.credit.461:10:gPuSV,qidN9 | create.credit.461-envelope
create.credit.461-envelope | create.credit.461-envelope:10:3Xu6G error.envelope.shape:1:Npoux |
create.credit.461-envelope/status-code | create.credit.461-envelope:10:jtUOj error.envelope.status-code:1:VhdzD |
create.credit.not-consumed | create.credit.not-consumed:10:agki6 |
create.status.documented | create.status.documented:1:8UpvI |
result.status.200 | result.status.200:10:PkmQ9 result.status.documented:10:TcFyR | application.form.echoes-path application.slug.echoes-path create.state.incomplete result.body.webhook-minus-event result.open.empty result.equals-webhook result.read-only result.unknown.404 result.deleted.404 result.size.few-kb submit.camera-flow.unchanged submit.plain-flow.completes locale.platform.accepted locale.outside-form-subset.accepted locale.unknown.302 auth.invalid-token.401 auth.other-scheme.401 auth.absent.403 auth.never-405
result.status.200/once-submitted | result.status.200:4:bv1Ga result.status.documented:3:BNgmL | result.size.few-kb submit.plain-flow.completes
result.body.webhook-minus-event | result.body.webhook-minus-event:10:fu7qY |
result.open.empty | result.open.empty:9:xNUif |
result.open.empty/extra | result.open.empty:9:oLXGw |
result.equals-webhook | result.equals-webhook:6:JDW9K,UWaR7 submit.again.unchanged:1:wrEq0 |
result.equals-webhook/old-status | result.equals-webhook:2:UWaR7 |
result.read-only | result.read-only:2:-Miqp auth.refused.no-effect:3:lwIoJ |
result.unknown.404 | result.unknown.404:8:tkFO9 |
result.unknown.404/bad-request | result.unknown.404:8:yHC19 result.status.documented:1:XAkEy |
result.deleted.404 | result.deleted.404:10:98NXw |
result.deleted.404/forbidden | result.deleted.404:10:tkFO9 |
result.size.few-kb | result.size.few-kb:10:YTRch |
result.status.documented | result.deleted.404:10:I1SNT result.status.documented:1:vpRk5 |
info.open.no-token-200 | create.info.resolves:7:HoNCy info.open.no-token-200:10:LctKe info.status.documented:1:5tbke |
info.open.with-token-200 | create.info.resolves:4:uwBHa info.open.with-token-200:10:FQq7K info.status.documented:2:eUH40 |
info.open.with-token-200/wrong-token | create.info.resolves:4:sZQr8 info.open.with-token-200:10:CJTzO |
info.submitted.no-token-refused | info.submitted.no-token-refused:6:2ySD9 |
info.submitted.no-token-refused/wrong-token | info.submitted.no-token-refused:4:keRyu |
info.submitted.with-token-200 | info.submitted.with-token-200:10:CJTzO |
info.deleted.404 | info.deleted.404:8:98NXw |
info.deleted.404/forbidden | info.deleted.404:10:tNZ-y,tkFO9 info.status.documented:1:5tbke |
info.unknown.404 | info.unknown.404:7:sJfYj,yHC19 |
info.data.id | info.data.id:10:fmv0x |
info.data.id/once-submitted | info.data.id:5:fmv0x |
info.data.application-id-differs | info.data.application-id-differs:10:FsYVN |
info.data.is-submitted | info.data.is-submitted:6:ylWwm |
info.data.is-submitted/text | info.data.is-submitted:10:ylWwm |
info.data.current-step | info.data.current-step:10:T4W19 |
info.data.data | info.data.data:10:Wi25u |
info.locales.listed | info.locales.listed:10:4fUZ6 |
info.locales.listed/upper-case | info.locales.listed:10:4fUZ6 |
info.size.about-57-kb | info.size.about-57-kb:10:rBOQV |
info.status.documented | info.deleted.404:10:0lNk1,I1SNT info.status.documented:2:90EH8 |
submit.camera-flow.422 | submit.camera-flow.422:10:MtR59 | submit.camera-flow.unchanged locale.platform.accepted
submit.camera-flow.unchanged | submit.camera-flow.422:4:uuvHH submit.camera-flow.unchanged:10:GZZi7,UYQIK locale.platform.accepted:1:uuvHH |
submit.camera-flow.unchanged/update-status | submit.camera-flow.unchanged:10:UYQIK delivery.2xx.done:1:jD_qp |
submit.422.flat-map | submit.422.flat-map:10:G9srn | submit.camera-flow.422
submit.422.flat-map/bare-messages | submit.422.flat-map:10:1fd7N,Bl08h,Bre7X,NwS5w,PSKDP,VLEFE,VoR5S | submit.camera-flow.422
submit.422.names-missing | submit.422.names-missing:10:hQifz |
submit.422.names-missing/one-question | submit.422.names-missing:1:hQifz |
submit.plain-flow.200-empty | submit.plain-flow.200-empty:10:IvWmH |
submit.plain-flow.completes | submit.plain-flow.completes:7:yRdRV event.submit-form.on-submission:3:E_cUS |
submit.again.403 | submit.plain-flow.200-empty:3:CJTzO submit.again.403:10:4Lzmy,gQPOC |
submit.again.403/conflict | submit.plain-flow.200-empty:3:syGAP submit.again.403:10:31Fu_,Ucb_I submit.status.documented:2:qpLCi |
submit.again.403/at-once | submit.again.403:2:aXUd0 |
submit.again.unchanged | submit.again.unchanged:5:wIp3Y event.submit-form.on-submission:1:Bkud6 delivery.2xx.done:1:jD_qp delivery.5xx.at-most-three:2:dxtZo delivery.4xx.not-retried:1:_BrSf |
submit.unknown.404 | submit.unknown.404:3:FVBa8,tkFO9 |
submit.unknown.404/plain-form | submit.unknown.404:3:FVBa8,tkFO9 |
submit.status.documented | submit.422.names-missing:1:JcBws submit.unknown.404:4:9JnkV,GyeoN,I1SNT submit.status.documented:2:R5pfE |
resend.status.204-empty | resend.status.204-empty:10:IvWmH resend.never-submitted.204:10:Bq7TF resend.status.documented:10:_Tyzo | image.fresh-on-resend resend.never-submitted.no-delivery resend.delivers resend.same-content resend.new-nounce resend.new-created-at resend.submission-only resend.unknown.404 locale.platform.accepted locale.outside-form-subset.accepted locale.unknown.302 auth.invalid-token.401 auth.other-scheme.401 auth.absent.403 auth.get-on-post-only.403 auth.never-405
resend.status.204-empty/accepted | resend.status.204-empty:10:Bvzsv resend.never-submitted.204:10:Bvzsv resend.status.documented:10:w6-Q9 | image.fresh-on-resend resend.never-submitted.no-delivery resend.delivers resend.same-content resend.new-nounce resend.new-created-at resend.submission-only resend.unknown.404 locale.platform.accepted locale.outside-form-subset.accepted locale.unknown.302 auth.invalid-token.401 auth.other-scheme.401 auth.absent.403 auth.get-on-post-only.403 auth.never-405
resend.never-submitted.204 | resend.never-submitted.204:10:QanLs |
resend.never-submitted.no-delivery | submit.plain-flow.200-empty:3:LctKe resend.never-submitted.no-delivery:4:JV0Kn locale.platform.accepted:1:LctKe locale.outside-form-subset.accepted:1:LctKe |
resend.delivers | resend.delivers:10:Tow4j | image.fresh-on-resend resend.same-content resend.new-nounce resend.new-created-at
resend.same-content | submit.again.unchanged:1:wrEq0 resend.same-content:6:lyfVn |
resend.new-nounce | resend.new-nounce:10:KGLqm event.nounce.unique:3:I4hBH delivery.5xx.new-nounce:3:rXuAd |
resend.new-created-at | resend.new-created-at:10:rdKJX event.created-at.is-delivery-time:3:u03Qf,yTDMo | image.fresh-on-resend
resend.submission-only | resend.submission-only:8:Zg7MI |
resend.unknown.404 | resend.unknown.404:7:tkFO9 |
resend.404.bare-detail | resend.404.bare-detail:7:w23Aj |
resend.404.bare-detail/message | resend.404.bare-detail:7:rHaOp |
resend.status.documented | resend.unknown.404:7:I1SNT resend.status.documented:1:6mSk- |
locale.platform.accepted | create.status.201:1:yy64w create.body.empty-accepted:1:nWKLS create.answers.document-type-prefill:1:nWKLS submit.422.names-missing:1:ZJy1y locale.platform.accepted:2:4ZLq6,MHFQV,YFBi4,ZJy1y,ZYUB4,yy64w locale.outside-form-subset.accepted:2:4ZLq6,MHFQV,YFBi4,ZJy1y,ZYUB4,yy64w |
locale.platform.accepted/on-create | create.body.empty-accepted:1:nWKLS create.answers.unknown-key-accepted:5:nWKLS locale.platform.accepted:1:1Ejh_,AynJB,QTTaU,Th4d0,VpDP-,ZJy1y,bAnop,bOJam,yy64w locale.outside-form-subset.accepted:1:bOJam,yy64w |
locale.platform.accepted/on-result | locale.platform.accepted:1:MHFQV,VpDP-,YFBi4 locale.outside-form-subset.accepted:1:MHFQV,VpDP-,YFBi4 |
locale.platform.accepted/on-info | create.info.resolves:4:qGmnr locale.platform.accepted:1:MHFQV,R4AXS,Vj91H,YFBi4,ZYUB4 |
locale.platform.accepted/on-submit | locale.platform.accepted:1:1Ejh_,VpDP-,YFBi4,ZJy1y,qvInK locale.outside-form-subset.accepted:1:1Ejh_,VpDP-,YFBi4,qvInK |
locale.platform.accepted/on-resend | locale.platform.accepted:1:4ZLq6,bOJam locale.outside-form-subset.accepted:1:bOJam |
locale.outside-form-subset.accepted | image.readable-while-valid:10:j_KJU create.status.201:3:yy64w create.body.empty-accepted:8:nWKLS create.required.deferred:10:nWKLS create.answers.unknown-key-accepted:7:nWKLS create.answers.document-type-prefill:8:nWKLS info.submitted.no-token-refused:1:2ySD9,keRyu info.data.is-submitted:2:ylWwm submit.422.names-missing:4:ZJy1y submit.again.403:4:PTDna locale.platform.accepted:9:MHFQV,Vj91H,VpDP-,ZJy1y,ZYUB4,bOJam,yy64w locale.outside-form-subset.accepted:10:MHFQV,Vj91H,VpDP-,ZJy1y,ZYUB4,bOJam,yy64w | image.unreadable-without-signature image.unreadable-without-token image.unreadable-after-exp create.credit.not-consumed submit.plain-flow.200-empty submit.plain-flow.completes
locale.unknown.302 | locale.unknown.302:10:-xoa-,B_4CE,DpESB,kL2Pm,o5k-x,s3036 | locale.unknown.location locale.unknown.does-not-resolve
locale.unknown.302/permanent | create.status.documented:1:sFvfo result.status.documented:1:Dv2Up info.status.documented:1:DLRUG submit.status.documented:1:reSzY resend.status.documented:1:L9o68 locale.unknown.302:10:9uHBt,HCzCU,KDANW,Qgs_P,ef6A2,k6XJx,l9Oil,nmj34,sMkLA |
locale.unknown.302/on-result | locale.unknown.302:3:B_4CE,DpESB,o5k-x |
locale.unknown.location | locale.unknown.location:10:vez89 |
locale.unknown.does-not-resolve | locale.unknown.does-not-resolve:3:U0hsx,WhxjV,jNeF9 |
auth.invalid-token.401 | info.submitted.no-token-refused:4:y2X5z auth.invalid-token.401:10:f67Mz,xqrb8 |
auth.invalid-token.401/on-create | auth.invalid-token.401:6:4GmAs,f67Mz,oNjyu,xqrb8,y2X5z |
auth.invalid-token.401/on-result | auth.invalid-token.401:3:f67Mz,y2X5z |
auth.invalid-token.401/on-submit | auth.invalid-token.401:1:f67Mz,y2X5z |
auth.invalid-token.401/on-resend | auth.invalid-token.401:2:f67Mz,y2X5z |
auth.revoked-token.401 | info.submitted.no-token-refused:1:y2X5z auth.revoked-token.401:10:4GmAs,f67Mz,oNjyu,y2X5z |
auth.other-scheme.401 | auth.other-scheme.401:10:4GmAs,f67Mz,oNjyu,y2X5z |
auth.other-scheme.401/on-result | auth.other-scheme.401:1:f67Mz |
auth.absent.403 | auth.absent.403:10:2ZDZM,JXq3P,QeN8i,R9Rhg |
auth.absent.403/on-create | auth.absent.403:2:2ZDZM,JXq3P,OGBAd,QeN8i,y4aHf |
auth.absent.403/on-result | auth.absent.403:6:2ZDZM,QeN8i |
auth.absent.403/on-submit | auth.absent.403:2:2ZDZM,JXq3P,R9Rhg |
auth.absent.403/on-resend | auth.absent.403:2:2ZDZM,QeN8i |
auth.get-on-post-only.403 | auth.get-on-post-only.403:10:4Lzmy,gQPOC,pwGGc |
auth.get-on-post-only.403/on-create | auth.get-on-post-only.403:2:gQPOC,pwGGc |
auth.get-on-post-only.403/on-submit | auth.get-on-post-only.403:1:4Lzmy |
auth.get-on-post-only.403/on-resend | auth.get-on-post-only.403:7:gQPOC,pwGGc |
auth.never-405 | auth.never-405:8:s_1lL |
auth.never-405/on-info | auth.never-405:3:s_1lL |
auth.refused.no-effect | info.data.is-submitted:1:ylWwm submit.plain-flow.200-empty:1:LctKe locale.platform.accepted:1:LctKe locale.outside-form-subset.accepted:1:LctKe auth.refused.no-effect:2:EqjEP,TTKw7 |
auth.refused.no-effect/update-status | auth.refused.no-effect:1:TTKw7 |
auth.refused.no-effect/resend-with-bad-token | auth.refused.no-effect:6:TTKw7,e7oQN |
auth.refused.no-effect/resend-without-token | auth.refused.no-effect:7:TTKw7,e7oQN |
auth.no-leak | auth.no-leak:1:EWSst |
auth.no-leak/number | auth.no-leak:1:CBX37 error.403.detail:1:JSgb4 |
error.envelope.shape | error.envelope.shape:1:Npoux |
error.envelope.shape/no-message | error.envelope.shape:1:e5JiH |
error.envelope.shape/text | error.envelope.shape:2:cnQk4 |
error.envelope.status-code | error.envelope.status-code:1:am7NU |
error.envelope.message | error.envelope.message:4:QRluy |
error.envelope.message/case | error.envelope.message:2:QRluy |
error.envelope.detail-string | error.envelope.detail-string:1:ARGns |
error.401.detail | error.401.detail:10:ANrc8 |
error.401.detail/dash | error.401.detail:10:ANrc8 |
error.403.detail | error.403.detail:3:JSgb4 |
error.403.detail/on-get | error.403.detail:1:JSgb4 |
error.content-type.json | error.content-type.json:1:SCcyf |
error.content-type.json/problem | error.content-type.json:1:SCcyf |
event.present | event.present:1:K2F9x event.drop-off.on-expiry:10:KfJGS | event.drop-off.not-submitted
event.nounce.string | event.nounce.string:10:3XG4T | resend.new-nounce event.nounce.unique delivery.5xx.new-nounce
event.nounce.unique | resend.new-nounce:10:KGLqm event.nounce.unique:9:I4hBH delivery.5xx.new-nounce:10:rXuAd |
event.nounce.unique/shared-by-receivers | event.nounce.unique:1:I4hBH |
event.type.string | event.type.string:4:nAU8e event.update-status.on-change:10:T6nEp |
event.version.on-submit-form | event.version.on-submit-form:10:UkBCB |
event.version.on-submit-form/fraction | event.version.on-submit-form:10:UkBCB |
event.version.absent-on-lifecycle | event.version.absent-on-lifecycle:10:BpD5G |
event.created-at | event.created-at:5:ptXIK |
event.created-at.is-delivery-time | event.created-at.is-delivery-time:10:yTDMo event.created-at.not-before-submission:10:ABe52 | image.readable-while-valid image.unreadable-without-signature image.unreadable-without-token image.unreadable-after-exp
event.created-at.is-delivery-time/two-minutes | event.created-at.is-delivery-time:10:yTDMo event.created-at.not-before-submission:7:ABe52 |
event.created-at.is-delivery-time/of-the-first-attempt | event.created-at.is-delivery-time:1:u03Qf |
event.created-at.not-before-submission | event.created-at.not-before-submission:3:ABe52 |
event.submit-form.payload | submit.again.unchanged:1:4sUoS event.submit-form.payload:4:xUFqI |
event.submit-form.payload/no-ekyc | result.equals-webhook:1:qQPtC event.submit-form.payload:2:OeW0t |
event.lifecycle.no-answers | event.lifecycle.no-answers:10:kz_lW |
event.lifecycle.no-answers/extra | event.lifecycle.no-answers:2:-wmOR |
event.submit-form.on-submission | event.submit-form.on-submission:2:E_cUS |
event.submit-form.complete | result.equals-webhook:3:lhq_C submit.again.unchanged:1:CnA_r event.submit-form.complete:4:xwxX4 |
event.update-status.on-change | event.update-status.on-change:10:T6nEp |
event.update-status.on-change/other-type | event.update-status.on-change:10:T6nEp |
event.update-status.on-change/old-status | event.update-status.on-change:5:JWwoD |
event.drop-off.not-submitted | application.submitted-at.stable:1:Qn5bh event.drop-off.not-submitted:10:CXdR8,sULus delivery.5xx.retried:1:WxJh_ |
event.drop-off.not-submitted/submitted-at | application.submitted-at.stable:1:Qn5bh event.drop-off.not-submitted:10:CXdR8 delivery.5xx.retried:1:WxJh_ |
event.drop-off.on-expiry | event.drop-off.on-expiry:10:KfJGS | event.drop-off.not-submitted
event.drop-off.on-expiry/other-type | event.drop-off.on-expiry:10:KfJGS | event.drop-off.not-submitted
delivery.method.post | delivery.method.post:10:7385H |
delivery.content-type.json | delivery.content-type.json:10:wrhWA |
delivery.content-type.json/form | delivery.content-type.json:5:wrhWA |
delivery.bearer | delivery.bearer:10:AV4YX |
delivery.bearer/cut-off | delivery.bearer:10:MrZia |
delivery.bearer/on-resends | delivery.bearer:3:MrZia |
delivery.2xx.done | submit.again.unchanged:2:wIp3Y auth.refused.no-effect:4:TTKw7,e7oQN delivery.2xx.done:10:jD_qp |
delivery.2xx.done/only-201 | delivery.2xx.done:1:jD_qp |
delivery.2xx.done/only-202 | delivery.2xx.done:1:jD_qp |
delivery.5xx.retried | delivery.5xx.retried:10:WxJh_ | delivery.5xx.at-most-three delivery.5xx.stops-on-2xx delivery.5xx.new-nounce
delivery.5xx.retried/only-503 | delivery.5xx.retried:8:WxJh_ |
delivery.5xx.retried/lifecycle | delivery.5xx.retried:5:WxJh_ |
delivery.5xx.at-most-three | delivery.5xx.at-most-three:10:dxtZo |
delivery.5xx.at-most-three/only-500 | delivery.5xx.at-most-three:2:dxtZo |
delivery.5xx.stops-on-2xx | delivery.5xx.stops-on-2xx:7:vHupy |
delivery.5xx.new-nounce | resend.new-nounce:4:KGLqm event.nounce.unique:4:I4hBH delivery.5xx.new-nounce:10:rXuAd |
delivery.5xx.new-nounce/from-the-second | resend.new-nounce:2:KGLqm event.nounce.unique:2:I4hBH delivery.5xx.new-nounce:6:rXuAd |
delivery.4xx.not-retried | delivery.4xx.not-retried:4:_BrSf |
delivery.4xx.not-retried/only-401 | delivery.4xx.not-retried:1:_BrSf |
delivery.4xx.not-retried/only-429 | delivery.4xx.not-retried:2:_BrSf |
delivery.4xx.not-retried/status-changes | delivery.4xx.not-retried:3:_BrSf |
delivery.timeout.not-retried | delivery.timeout.not-retried:6:_yTLx |
delivery.timeout.waits-30s | delivery.timeout.waits-30s:10:tisvK | delivery.timeout.not-retried
delivery.timeout.waits-30s/two-seconds-short | delivery.timeout.waits-30s:10:tisvK | delivery.timeout.not-retried
delivery.every-receiver | event.submit-form.on-submission:5:E_cUS event.update-status.on-change:5:T6nEp event.drop-off.on-expiry:5:KfJGS delivery.every-receiver:10:FguOi |
delivery.every-receiver/first-failure-ends | event.submit-form.on-submission:1:E_cUS event.update-status.on-change:3:T6nEp event.drop-off.on-expiry:3:KfJGS delivery.every-receiver:5:FguOi |
delivery.idempotency-key.stable | application.submitted-at.stable:3:Qn5bh result.equals-webhook:1:g0J3v,lhq_C resend.same-content:4:QbnhI delivery.idempotency-key.stable:4:n9kLg |
`;
