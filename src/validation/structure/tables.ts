// What UBL 2.1 allows in Invoice, CreditNote and ApplicationResponse. Written by
// schematron/structure.ts; a change by hand is lost. The check behind it is check.ts, the reading
// of these tables is model.ts.

/** What a value is, and the attributes that stand with it, '!' marking those that must. */
export const valueTypes: Record<string, string> = {
  Amount: 'decimal currencyID!:string currencyCodeListVersionID:string',
  BinaryObject:
    'base64 format:string mimeCode!:string encodingCode:string characterSetCode:string uri:uri ' +
    'filename:string',
  Code:
    'string listID:string listAgencyID:string listAgencyName:string listName:string ' +
    'listVersionID:string name:string languageID:language listURI:uri listSchemeURI:uri',
  Date: 'date',
  Identifier:
    'string schemeID:string schemeName:string schemeAgencyID:string schemeAgencyName:string ' +
    'schemeVersionID:string schemeDataURI:uri schemeURI:uri',
  Indicator: 'boolean',
  Measure: 'decimal unitCode!:string unitCodeListVersionID:string',
  Name: 'string languageID:language languageLocaleID:string',
  Numeric: 'decimal format:string',
  Percent: 'decimal format:string',
  Quantity:
    'decimal unitCode:string unitCodeListID:string unitCodeListAgencyID:string ' +
    'unitCodeListAgencyName:string',
  Rate: 'decimal format:string',
  Text: 'string languageID:language languageLocaleID:string',
  Time: 'time',
}

/** Elements that hold a value, by the type of the value. */
export const textElements: Record<string, string> = {
  Amount:
    'cbc:AllowanceTotalAmount cbc:Amount cbc:BaseAmount cbc:ChargeTotalAmount ' +
    'cbc:CorporateStockAmount cbc:DeclaredCustomsValueAmount cbc:DeclaredForCarriageValueAmount ' +
    'cbc:DeclaredStatisticsValueAmount cbc:FreeOnBoardValueAmount cbc:InsurancePremiumAmount ' +
    'cbc:InsuranceValueAmount cbc:LineExtensionAmount cbc:MaximumPaidAmount cbc:PaidAmount ' +
    'cbc:PayableAlternativeAmount cbc:PayableAmount cbc:PayableRoundingAmount cbc:PenaltyAmount ' +
    'cbc:PerUnitAmount cbc:PrepaidAmount cbc:PriceAmount cbc:RoundingAmount ' +
    'cbc:SettlementDiscountAmount cbc:TaxAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount ' +
    'cbc:TaxableAmount cbc:TotalInvoiceAmount cbc:TransactionCurrencyTaxAmount cbc:ValueAmount',
  BinaryObject: 'cbc:EmbeddedDocumentBinaryObject',
  Code:
    'cbc:AccountFormatCode cbc:AccountTypeCode cbc:AccountingCostCode cbc:ActionCode ' +
    'cbc:AddressFormatCode cbc:AddressTypeCode cbc:AllowanceChargeReasonCode ' +
    'cbc:CalculationMethodCode cbc:CardChipCode cbc:CardTypeCode cbc:CargoTypeCode ' +
    'cbc:CertificateTypeCode cbc:ChannelCode cbc:CharacterSetCode cbc:CommodityCode ' +
    'cbc:CompanyLegalFormCode cbc:CompanyLiquidationStatusCode cbc:ConditionCode ' +
    'cbc:ContractTypeCode cbc:CoordinateSystemCode cbc:CorporateRegistrationTypeCode ' +
    'cbc:CountrySubentityCode cbc:CreditNoteTypeCode cbc:CurrencyCode cbc:CustomsStatusCode ' +
    'cbc:DescriptionCode cbc:DirectionCode cbc:DispositionCode cbc:DocumentCurrencyCode ' +
    'cbc:DocumentStatusCode cbc:DocumentTypeCode cbc:EmergencyProceduresCode cbc:EncodingCode ' +
    'cbc:EnvironmentalEmissionTypeCode cbc:ExemptionReasonCode cbc:FinancingInstrumentCode ' +
    'cbc:FormatCode cbc:FreightRateClassCode cbc:FullnessIndicationCode cbc:GenderCode ' +
    'cbc:HandlingCode cbc:HazardousCategoryCode cbc:HazardousRegulationCode ' +
    'cbc:IdentificationCode cbc:ImportanceCode cbc:IndustryClassificationCode ' +
    'cbc:InhalationToxicityZoneCode cbc:InvoiceTypeCode cbc:ItemClassificationCode ' +
    'cbc:LatitudeDirectionCode cbc:LineStatusCode cbc:LocaleCode cbc:LocationTypeCode ' +
    'cbc:LongitudeDirectionCode cbc:LossRiskResponsibilityCode cbc:MandateTypeCode ' +
    'cbc:MathematicOperatorCode cbc:MedicalFirstAidGuideCode cbc:MimeCode cbc:NameCode ' +
    'cbc:NatureCode cbc:OrderTypeCode cbc:OwnerTypeCode cbc:PackageLevelCode ' +
    'cbc:PackagingTypeCode cbc:PackingCriteriaCode cbc:PaymentAlternativeCurrencyCode ' +
    'cbc:PaymentChannelCode cbc:PaymentCurrencyCode cbc:PaymentMeansCode cbc:PaymentPurposeCode ' +
    'cbc:PositionCode cbc:PreferenceCriterionCode cbc:PriceTypeCode cbc:PricingCurrencyCode ' +
    'cbc:ProviderTypeCode cbc:QuantityDiscrepancyCode cbc:ReferenceEventCode ' +
    'cbc:RejectActionCode cbc:RejectReasonCode cbc:ResponseCode cbc:SealIssuerTypeCode ' +
    'cbc:SealStatusCode cbc:ServiceTypeCode cbc:ShippingPriorityLevelCode cbc:ShortageActionCode ' +
    'cbc:SizeTypeCode cbc:SourceCurrencyCode cbc:StatusCode cbc:StatusReasonCode ' +
    'cbc:TargetCurrencyCode cbc:TariffClassCode cbc:TariffCode cbc:TaxCurrencyCode ' +
    'cbc:TaxExemptionReasonCode cbc:TaxLevelCode cbc:TaxTypeCode cbc:TimingComplaintCode ' +
    'cbc:TrackingDeviceCode cbc:TradeServiceCode cbc:TransitDirectionCode ' +
    'cbc:TransportAuthorizationCode cbc:TransportEmergencyCardCode ' +
    'cbc:TransportEquipmentTypeCode cbc:TransportEventTypeCode cbc:TransportHandlingUnitTypeCode ' +
    'cbc:TransportMeansTypeCode cbc:TransportModeCode cbc:TransportServiceCode cbc:UNDGCode ' +
    'cbc:ValidationResultCode cbc:WeekDayCode cbc:WorkPhaseCode ext:ExtensionReasonCode',
  Date:
    'cbc:ActualDeliveryDate cbc:ActualDespatchDate cbc:ActualPickupDate cbc:BestBeforeDate ' +
    'cbc:BirthDate cbc:Date cbc:DueDate cbc:EarliestPickupDate cbc:EffectiveDate cbc:EndDate ' +
    'cbc:EstimatedDeliveryDate cbc:EstimatedDespatchDate cbc:ExpiryDate ' +
    'cbc:GuaranteedDespatchDate cbc:InstallmentDueDate cbc:IssueDate cbc:LatestDeliveryDate ' +
    'cbc:LatestPickupDate cbc:ManufactureDate cbc:NominationDate cbc:OccurrenceDate cbc:PaidDate ' +
    'cbc:PaymentDueDate cbc:ReceivedDate cbc:ReferenceDate cbc:RegistrationDate ' +
    'cbc:RegistrationExpirationDate cbc:RequestedDespatchDate cbc:RequiredDeliveryDate ' +
    'cbc:ResponseDate cbc:StartDate cbc:TaxPointDate cbc:ValidationDate cbc:ValidityStartDate',
  Identifier:
    'cbc:AccountID cbc:AdditionalAccountID cbc:AircraftID cbc:AttributeID cbc:BarcodeSymbologyID ' +
    'cbc:BrokerAssignedID cbc:CV2ID cbc:CarrierAssignedID cbc:ChipApplicationID cbc:CompanyID ' +
    'cbc:ConsigneeAssignedID cbc:ConsignorAssignedID cbc:ContractedCarrierAssignedID ' +
    'cbc:CustomerAssignedAccountID cbc:CustomizationID cbc:EndpointID cbc:ExchangeMarketID ' +
    'cbc:ExtendedID cbc:FreightForwarderAssignedID cbc:HazardClassID cbc:ID cbc:IdentificationID ' +
    'cbc:InformationURI cbc:InstructionID cbc:IssueNumberID cbc:IssuerID cbc:JourneyID ' +
    'cbc:LanguageID cbc:LicensePlateID cbc:LineID cbc:LoadingSequenceID cbc:LocationID ' +
    'cbc:LogoReferenceID cbc:LotNumberID cbc:LowerOrangeHazardPlacardID cbc:MarkingID ' +
    'cbc:NationalityID cbc:NetworkID cbc:PaymentID cbc:PaymentMeansID cbc:PaymentTermsDetailsURI ' +
    'cbc:PerformingCarrierAssignedID cbc:PrepaidPaymentReferenceID cbc:PrimaryAccountNumberID ' +
    'cbc:ProductTraceID cbc:ProfileExecutionID cbc:ProfileID cbc:RadioCallSignID cbc:RailCarID ' +
    'cbc:ReferenceID cbc:ReferencedConsignmentID cbc:RegistrationID ' +
    'cbc:RegistrationNationalityID cbc:ReleaseID cbc:RequiredCustomsID cbc:SalesOrderID ' +
    'cbc:SalesOrderLineID cbc:SequenceID cbc:SequenceNumberID cbc:SerialID cbc:SignatureID ' +
    'cbc:SuccessiveSequenceID cbc:SupplierAssignedAccountID cbc:TraceID cbc:TrackingID ' +
    'cbc:TrainID cbc:TransportationServiceDetailsURI cbc:UBLVersionID cbc:URI cbc:UUID ' +
    'cbc:UpperOrangeHazardPlacardID cbc:ValidatorID cbc:VersionID cbc:VesselID cbc:WebsiteURI ' +
    'ext:ExtensionAgencyID ext:ExtensionAgencyURI ext:ExtensionURI ext:ExtensionVersionID',
  Indicator:
    'cbc:AnimalFoodApprovedIndicator cbc:AnimalFoodIndicator cbc:BulkCargoIndicator ' +
    'cbc:CatalogueIndicator cbc:ChargeIndicator cbc:CompletionIndicator ' +
    'cbc:ConsolidatableIndicator cbc:ContainerizedIndicator cbc:CopyIndicator ' +
    'cbc:CustomsImportClassifiedIndicator cbc:DangerousGoodsApprovedIndicator ' +
    'cbc:FreeOfChargeIndicator cbc:FullyPaidSharesIndicator cbc:GeneralCargoIndicator ' +
    'cbc:HazardousRiskIndicator cbc:HumanFoodApprovedIndicator cbc:HumanFoodIndicator ' +
    'cbc:IndicationIndicator cbc:LegalStatusIndicator cbc:LivestockIndicator ' +
    'cbc:MarkAttentionIndicator cbc:MarkCareIndicator cbc:OnCarriageIndicator cbc:PowerIndicator ' +
    'cbc:PreCarriageIndicator cbc:PrepaidIndicator cbc:RefrigeratedIndicator ' +
    'cbc:RefrigerationOnIndicator cbc:ReturnabilityIndicator cbc:ReturnableMaterialIndicator ' +
    'cbc:SoleProprietorshipIndicator cbc:SpecialSecurityIndicator cbc:SplitConsignmentIndicator ' +
    'cbc:TaxEvidenceIndicator cbc:TaxIncludedIndicator cbc:ThirdPartyPayerIndicator',
  Measure:
    'cbc:AltitudeMeasure cbc:BaseUnitMeasure cbc:ChargeableWeightMeasure cbc:DurationMeasure ' +
    'cbc:GrossTonnageMeasure cbc:GrossVolumeMeasure cbc:GrossWeightMeasure ' +
    'cbc:LatitudeDegreesMeasure cbc:LatitudeMinutesMeasure cbc:LeadTimeMeasure ' +
    'cbc:LoadingLengthMeasure cbc:LongitudeDegreesMeasure cbc:LongitudeMinutesMeasure ' +
    'cbc:MaximumMeasure cbc:Measure cbc:MinimumMeasure cbc:NetNetWeightMeasure ' +
    'cbc:NetTonnageMeasure cbc:NetVolumeMeasure cbc:NetWeightMeasure cbc:TareWeightMeasure ' +
    'cbc:ValueMeasure',
  Name:
    'cbc:AdditionalStreetName cbc:AliasName cbc:BlockName cbc:BrandName cbc:BuildingName ' +
    'cbc:CategoryName cbc:CityName cbc:CitySubdivisionName cbc:FamilyName cbc:FileName ' +
    'cbc:FirstName cbc:HolderName cbc:MiddleName cbc:ModelName cbc:Name cbc:OtherName ' +
    'cbc:RegistrationName cbc:StreetName cbc:TechnicalName cbc:VesselName',
  Numeric:
    'cbc:CalculationSequenceNumeric cbc:LineCountNumeric cbc:MaximumPaymentInstructionsNumeric ' +
    'cbc:MultiplierFactorNumeric cbc:PackSizeNumeric cbc:SequenceNumeric',
  Percent:
    'cbc:AirFlowPercent cbc:HumidityPercent cbc:PartecipationPercent cbc:PaymentPercent ' +
    'cbc:PenaltySurchargePercent cbc:Percent cbc:ProgressPercent cbc:ReliabilityPercent ' +
    'cbc:SettlementDiscountPercent cbc:TierRatePercent',
  Quantity:
    'cbc:BackorderQuantity cbc:BaseQuantity cbc:BatchQuantity cbc:ChargeableQuantity ' +
    'cbc:ChildConsignmentQuantity cbc:ConsignmentQuantity cbc:ConsumerUnitQuantity ' +
    'cbc:CreditedQuantity cbc:CrewQuantity cbc:CustomsTariffQuantity cbc:DeliveredQuantity ' +
    'cbc:InvoicedQuantity cbc:MaximumQuantity cbc:MinimumQuantity cbc:OutstandingQuantity ' +
    'cbc:OversupplyQuantity cbc:PackQuantity cbc:PassengerQuantity cbc:Quantity ' +
    'cbc:ReceivedQuantity cbc:RejectedQuantity cbc:ReturnableQuantity cbc:ShortQuantity ' +
    'cbc:TotalGoodsItemQuantity cbc:TotalPackageQuantity cbc:TotalPackagesQuantity ' +
    'cbc:TotalTransportHandlingUnitQuantity cbc:ValueQuantity',
  Rate:
    'cbc:CalculationRate cbc:OrderableUnitFactorRate cbc:SourceCurrencyBaseRate ' +
    'cbc:TargetCurrencyBaseRate',
  Text:
    'cbc:AccountingCost cbc:AdditionalInformation cbc:AllowanceChargeReason cbc:BackorderReason ' +
    'cbc:BirthplaceName cbc:BuildingNumber cbc:BuyerReference cbc:CanonicalizationMethod ' +
    'cbc:CarrierServiceInstructions cbc:CertificateType cbc:Channel cbc:Characteristics ' +
    'cbc:CompanyLegalForm cbc:Condition cbc:Conditions cbc:Content cbc:ContractType ' +
    'cbc:CountrySubentity cbc:CustomerReference cbc:CustomsClearanceServiceInstructions ' +
    'cbc:DamageRemarks cbc:DataSendingCapability cbc:DeliveryInstructions ' +
    'cbc:DemurrageInstructions cbc:Department cbc:Description cbc:District ' +
    'cbc:DocumentDescription cbc:DocumentHash cbc:DocumentType cbc:ElectronicMail ' +
    'cbc:ExemptionReason cbc:Extension cbc:Floor cbc:ForwarderServiceInstructions ' +
    'cbc:HandlingInstructions cbc:HashAlgorithmMethod cbc:HaulageInstructions cbc:Information ' +
    'cbc:InhouseMail cbc:InstructionNote cbc:Instructions cbc:InvoicingPartyReference ' +
    'cbc:JobTitle cbc:Keyword cbc:Line cbc:ListValue cbc:Location cbc:LossRisk cbc:MarkAttention ' +
    'cbc:MarkCare cbc:MaximumValue cbc:MinimumValue cbc:NameSuffix cbc:Note ' +
    'cbc:OrganizationDepartment cbc:OutstandingReason cbc:PackingMaterial cbc:PaymentNote ' +
    'cbc:PlacardEndorsement cbc:PlacardNotation cbc:PlotIdentification cbc:PostalZone ' +
    'cbc:Postbox cbc:PriceChangeReason cbc:PriceType cbc:Priority cbc:Reference cbc:Region ' +
    'cbc:RegistrationNationality cbc:RejectReason cbc:Remarks cbc:Room cbc:SealingPartyType ' +
    'cbc:ServiceType cbc:ShippingMarks cbc:ShipsRequirements cbc:SignatureMethod ' +
    'cbc:SpecialInstructions cbc:SpecialServiceInstructions cbc:SpecialTerms ' +
    'cbc:SpecialTransportRequirements cbc:StatusReason cbc:SummaryDescription ' +
    'cbc:TariffDescription cbc:TaxExemptionReason cbc:Telefax cbc:Telephone cbc:TestMethod ' +
    'cbc:Text cbc:TierRange cbc:TimezoneOffset cbc:TimingComplaint cbc:Title ' +
    'cbc:TradingRestrictions cbc:TransportationServiceDescription cbc:ValidateProcess ' +
    'cbc:ValidateTool cbc:ValidateToolVersion cbc:Value cbc:ValueQualifier cbc:WorkPhase ' +
    'cbc:XPath ext:ExtensionAgencyName ext:ExtensionReason',
  Time:
    'cbc:ActualDeliveryTime cbc:ActualDespatchTime cbc:ActualPickupTime cbc:EarliestPickupTime ' +
    'cbc:EffectiveTime cbc:EndTime cbc:EstimatedDeliveryTime cbc:EstimatedDespatchTime ' +
    'cbc:ExpiryTime cbc:GuaranteedDespatchTime cbc:IssueTime cbc:LatestDeliveryTime ' +
    'cbc:LatestPickupTime cbc:ManufactureTime cbc:NominationTime cbc:OccurrenceTime cbc:PaidTime ' +
    'cbc:ReferenceTime cbc:RequestedDespatchTime cbc:RequiredDeliveryTime cbc:ResponseTime ' +
    'cbc:StartTime cbc:ValidationTime',
}

/** Elements that hold elements, as name=type. */
export const aggregateElements: string =
  'cac:AcceptanceTransportEvent=TransportEvent cac:AccountingContact=Contact ' +
  'cac:AccountingCustomerParty=CustomerParty cac:AccountingSupplierParty=SupplierParty ' +
  'cac:ActualArrivalTransportEvent=TransportEvent ' +
  'cac:ActualDepartureTransportEvent=TransportEvent cac:ActualPackage=Package ' +
  'cac:ActualPickupTransportEvent=TransportEvent ' +
  'cac:ActualWaypointTransportEvent=TransportEvent ' +
  'cac:AdditionalDocumentReference=DocumentReference ' +
  'cac:AdditionalItemIdentification=ItemIdentification cac:AdditionalItemProperty=ItemProperty ' +
  'cac:AdditionalTemperature=Temperature cac:Address=Address cac:AddressLine=AddressLine ' +
  'cac:AgentParty=Party cac:AirTransport=AirTransport cac:AllowanceCharge=AllowanceCharge ' +
  'cac:AlternativeConditionPrice=Price cac:AlternativeDeliveryLocation=Location ' +
  'cac:ApplicableAddress=Address cac:ApplicableTaxCategory=TaxCategory ' +
  'cac:ApplicableTerritoryAddress=Address cac:ApplicableTransportMeans=TransportMeans ' +
  'cac:AttachedTransportEquipment=TransportEquipment cac:Attachment=Attachment ' +
  'cac:AvailabilityTransportEvent=TransportEvent cac:BillOfLadingHolderParty=Party ' +
  'cac:BillingReference=BillingReference cac:BillingReferenceLine=BillingReferenceLine ' +
  'cac:BuyerContact=Contact cac:BuyerCustomerParty=CustomerParty ' +
  'cac:BuyersItemIdentification=ItemIdentification cac:CardAccount=CardAccount ' +
  'cac:CarrierParty=Party cac:CatalogueDocumentReference=DocumentReference ' +
  'cac:CatalogueItemIdentification=ItemIdentification cac:Certificate=Certificate ' +
  'cac:ChildConsignment=Consignment cac:ClassifiedTaxCategory=TaxCategory cac:Clause=Clause ' +
  'cac:CollectPaymentTerms=PaymentTerms cac:CommodityClassification=CommodityClassification ' +
  'cac:Condition=Condition cac:ConsigneeParty=Party cac:Consignment=Consignment ' +
  'cac:ConsignorParty=Party cac:ConsolidatedShipment=Shipment cac:Contact=Contact ' +
  'cac:ContactParty=Party cac:ContainedGoodsItem=GoodsItem ' +
  'cac:ContainedInTransportEquipment=TransportEquipment cac:ContainedPackage=Package ' +
  'cac:ContainingPackage=Package cac:ContainingTransportEquipment=TransportEquipment ' +
  'cac:ContractDocumentReference=DocumentReference cac:ContractualDelivery=Delivery ' +
  'cac:CorporateRegistrationScheme=CorporateRegistrationScheme cac:Country=Country ' +
  'cac:CreditAccount=CreditAccount cac:CreditNoteDocumentReference=DocumentReference ' +
  'cac:CreditNoteLine=CreditNoteLine cac:CrewMemberPerson=Person cac:CurrentStatus=Status ' +
  'cac:CustomsAgentParty=Party cac:CustomsDeclaration=CustomsDeclaration ' +
  'cac:DebitNoteDocumentReference=DocumentReference cac:Delivery=Delivery ' +
  'cac:DeliveryAddress=Address cac:DeliveryContact=Contact cac:DeliveryLocation=Location ' +
  'cac:DeliveryParty=Party cac:DeliveryTerms=DeliveryTerms ' +
  'cac:DeliveryTransportEvent=TransportEvent cac:DeliveryUnit=DeliveryUnit ' +
  'cac:DependentLineReference=LineReference ' +
  'cac:DependentPriceReference=DependentPriceReference cac:Despatch=Despatch ' +
  'cac:DespatchAddress=Address cac:DespatchContact=Contact ' +
  'cac:DespatchDocumentReference=DocumentReference cac:DespatchLineReference=LineReference ' +
  'cac:DespatchLocation=Location cac:DespatchParty=Party ' +
  'cac:DetentionTransportEvent=TransportEvent cac:DigitalSignatureAttachment=Attachment ' +
  'cac:Dimension=Dimension cac:DisbursementPaymentTerms=PaymentTerms ' +
  'cac:DischargeTransportEvent=TransportEvent cac:DiscrepancyResponse=Response ' +
  'cac:DocumentReference=DocumentReference cac:DocumentResponse=DocumentResponse ' +
  'cac:DriverPerson=Person cac:DropoffTransportEvent=TransportEvent ' +
  'cac:EmergencyTemperature=Temperature ' +
  'cac:EmissionCalculationMethod=EmissionCalculationMethod ' +
  'cac:EnvironmentalEmission=EnvironmentalEmission ' +
  'cac:EstimatedArrivalTransportEvent=TransportEvent cac:EstimatedDeliveryPeriod=Period ' +
  'cac:EstimatedDepartureTransportEvent=TransportEvent cac:EstimatedDespatchPeriod=Period ' +
  'cac:EstimatedDurationPeriod=Period cac:EstimatedTransitPeriod=Period ' +
  'cac:ExaminationTransportEvent=TransportEvent cac:ExchangeRate=ExchangeRate ' +
  'cac:ExportCountry=Country cac:ExportationTransportEvent=TransportEvent ' +
  'cac:ExporterParty=Party cac:ExternalReference=ExternalReference ' +
  'cac:ExtraAllowanceCharge=AllowanceCharge cac:FinalDeliveryParty=Party ' +
  'cac:FinalDeliveryTransportationService=TransportationService ' +
  'cac:FinalDestinationCountry=Country cac:FinancialAccount=FinancialAccount ' +
  'cac:FinancialInstitution=FinancialInstitution cac:FinancialInstitutionBranch=Branch ' +
  'cac:FinancingFinancialAccount=FinancialAccount cac:FinancingParty=Party ' +
  'cac:FirstArrivalPortLocation=Location cac:FlashpointTemperature=Temperature ' +
  'cac:FloorSpaceMeasurementDimension=Dimension cac:ForeignExchangeContract=Contract ' +
  'cac:FreightAllowanceCharge=AllowanceCharge cac:FreightChargeLocation=Location ' +
  'cac:FreightForwarderParty=Party cac:GoodsItem=GoodsItem ' +
  'cac:GoodsItemContainer=GoodsItemContainer cac:HandlingTransportEvent=TransportEvent ' +
  'cac:HandlingUnitDespatchLine=DespatchLine cac:HaulageTradingTerms=TradingTerms ' +
  'cac:HazardousGoodsTransit=HazardousGoodsTransit cac:HazardousItem=HazardousItem ' +
  'cac:HazardousItemNotificationParty=Party cac:HeadOfficeParty=Party ' +
  'cac:IdentityDocumentReference=DocumentReference cac:ImporterParty=Party ' +
  'cac:InformationContentProviderParty=Party cac:InsuranceParty=Party ' +
  'cac:InvoiceDocumentReference=DocumentReference cac:InvoiceLine=InvoiceLine ' +
  'cac:InvoicePeriod=Period cac:IssuerParty=Party cac:Item=Item cac:ItemInstance=ItemInstance ' +
  'cac:ItemPriceExtension=PriceExtension cac:ItemPropertyGroup=ItemPropertyGroup ' +
  'cac:ItemPropertyRange=ItemPropertyRange ' +
  'cac:ItemSpecificationDocumentReference=DocumentReference ' +
  'cac:JurisdictionRegionAddress=Address cac:Language=Language ' +
  'cac:LastExitPortLocation=Location cac:LegalMonetaryTotal=MonetaryTotal ' +
  'cac:LineReference=LineReference cac:LineResponse=LineResponse cac:LoadingLocation=Location ' +
  'cac:LoadingPortLocation=Location cac:LoadingProofParty=Party ' +
  'cac:LoadingTransportEvent=TransportEvent cac:Location=Location cac:LocationAddress=Address ' +
  'cac:LocationCoordinate=LocationCoordinate cac:LogisticsOperatorParty=Party ' +
  'cac:LotIdentification=LotIdentification cac:MainCarriageShipmentStage=ShipmentStage ' +
  'cac:MandateDocumentReference=DocumentReference cac:ManufacturerParty=Party ' +
  'cac:ManufacturersItemIdentification=ItemIdentification ' +
  'cac:MaritimeTransport=MaritimeTransport cac:MasterPerson=Person ' +
  'cac:MaximumDeliveryUnit=DeliveryUnit cac:MaximumTemperature=Temperature ' +
  'cac:MeasurementDimension=Dimension cac:MeasurementFromLocation=Location ' +
  'cac:MeasurementToLocation=Location cac:MinimumDeliveryUnit=DeliveryUnit ' +
  'cac:MinimumTemperature=Temperature cac:MortgageHolderParty=Party ' +
  'cac:NominationPeriod=Period cac:NotaryParty=Party cac:NotifyParty=Party ' +
  'cac:OnCarriageShipmentStage=ShipmentStage cac:OperatingParty=Party ' +
  'cac:OptionalTakeoverTransportEvent=TransportEvent cac:OrderLineReference=OrderLineReference ' +
  'cac:OrderReference=OrderReference cac:OriginAddress=Address cac:OriginCountry=Country ' +
  'cac:OriginalDepartureCountry=Country cac:OriginalDespatchParty=Party ' +
  'cac:OriginalDespatchTransportationService=TransportationService ' +
  'cac:OriginalDocumentReference=DocumentReference ' +
  'cac:OriginalItemLocationQuantity=ItemLocationQuantity ' +
  'cac:OriginatorDocumentReference=DocumentReference cac:OriginatorParty=Party ' +
  'cac:OtherCommunication=Communication cac:OwnerParty=Party cac:Package=Package ' +
  'cac:PackagedTransportHandlingUnit=TransportHandlingUnit ' +
  'cac:PalletSpaceMeasurementDimension=Dimension cac:Party=Party ' +
  'cac:PartyIdentification=PartyIdentification cac:PartyLegalEntity=PartyLegalEntity ' +
  'cac:PartyName=PartyName cac:PartyTaxScheme=PartyTaxScheme cac:PassengerPerson=Person ' +
  'cac:PayeeFinancialAccount=FinancialAccount cac:PayeeParty=Party ' +
  'cac:PayerFinancialAccount=FinancialAccount cac:PayerParty=Party ' +
  'cac:PaymentAlternativeExchangeRate=ExchangeRate cac:PaymentExchangeRate=ExchangeRate ' +
  'cac:PaymentMandate=PaymentMandate cac:PaymentMeans=PaymentMeans ' +
  'cac:PaymentReversalPeriod=Period cac:PaymentTerms=PaymentTerms cac:PenaltyPeriod=Period ' +
  'cac:PerformingCarrierParty=Party cac:Period=Period cac:Person=Person ' +
  'cac:PhysicalAttribute=PhysicalAttribute cac:PhysicalLocation=Location cac:Pickup=Pickup ' +
  'cac:PickupLocation=Location cac:PickupParty=Party cac:PickupTransportEvent=TransportEvent ' +
  'cac:PlannedArrivalTransportEvent=TransportEvent ' +
  'cac:PlannedDeliveryTransportEvent=TransportEvent ' +
  'cac:PlannedDepartureTransportEvent=TransportEvent ' +
  'cac:PlannedPickupTransportEvent=TransportEvent ' +
  'cac:PlannedWaypointTransportEvent=TransportEvent ' +
  'cac:PositioningTransportEvent=TransportEvent cac:PostalAddress=Address ' +
  'cac:PowerOfAttorney=PowerOfAttorney cac:PreCarriageShipmentStage=ShipmentStage ' +
  'cac:PrepaidPayment=Payment cac:PrepaidPaymentTerms=PaymentTerms ' +
  'cac:PreviousPriceList=PriceList cac:Price=Price cac:PriceList=PriceList ' +
  'cac:PricingExchangeRate=ExchangeRate cac:PricingReference=PricingReference ' +
  'cac:ProjectReference=ProjectReference cac:PromisedDeliveryPeriod=Period ' +
  'cac:ProviderParty=Party cac:QuarantineTransportEvent=TransportEvent ' +
  'cac:RailTransport=RailTransport cac:RangeDimension=Dimension ' +
  'cac:ReceiptDocumentReference=DocumentReference cac:ReceiptLineReference=LineReference ' +
  'cac:ReceiptTransportEvent=TransportEvent cac:ReceivedHandlingUnitReceiptLine=ReceiptLine ' +
  'cac:ReceiverParty=Party cac:RecipientParty=Party cac:ReferencedShipment=Shipment ' +
  'cac:RegistrationAddress=Address cac:RegistryCertificateDocumentReference=DocumentReference ' +
  'cac:RegistryPortLocation=Location cac:ReminderDocumentReference=DocumentReference ' +
  'cac:ReportedShipment=Shipment cac:ReportingPerson=Person ' +
  'cac:RequestedArrivalTransportEvent=TransportEvent cac:RequestedDeliveryPeriod=Period ' +
  'cac:RequestedDeliveryTransportEvent=TransportEvent ' +
  'cac:RequestedDepartureTransportEvent=TransportEvent cac:RequestedDespatchPeriod=Period ' +
  'cac:RequestedPickupTransportEvent=TransportEvent ' +
  'cac:RequestedWaypointTransportEvent=TransportEvent cac:ResidenceAddress=Address ' +
  'cac:Response=Response cac:ResponsibleTransportServiceProviderParty=Party ' +
  'cac:ResultOfVerification=ResultOfVerification cac:ReturnAddress=Address ' +
  'cac:RoadTransport=RoadTransport cac:ScheduledServiceFrequency=ServiceFrequency ' +
  'cac:SecondaryHazard=SecondaryHazard cac:SecurityOfficerPerson=Person ' +
  'cac:SelfBilledCreditNoteDocumentReference=DocumentReference ' +
  'cac:SelfBilledInvoiceDocumentReference=DocumentReference cac:SellerContact=Contact ' +
  'cac:SellerSupplierParty=SupplierParty cac:SellersItemIdentification=ItemIdentification ' +
  'cac:SenderParty=Party cac:ServiceAllowanceCharge=AllowanceCharge ' +
  'cac:ServiceProviderParty=ServiceProviderParty cac:SettlementPeriod=Period ' +
  'cac:ShareholderParty=ShareholderParty cac:Shipment=Shipment ' +
  'cac:ShipmentDocumentReference=DocumentReference cac:ShipmentStage=ShipmentStage ' +
  'cac:ShipsSurgeonPerson=Person cac:SignatoryParty=Party cac:Signature=Signature ' +
  'cac:StandardItemIdentification=ItemIdentification ' +
  'cac:StatementDocumentReference=DocumentReference cac:Status=Status ' +
  'cac:StorageLocation=Location cac:StorageTransportEvent=TransportEvent cac:Stowage=Stowage ' +
  'cac:SubCreditNoteLine=CreditNoteLine cac:SubInvoiceLine=InvoiceLine ' +
  'cac:SubsidiaryLocation=Location cac:SubstituteCarrierParty=Party ' +
  'cac:SupplierParty=SupplierParty ' +
  'cac:SupportedCommodityClassification=CommodityClassification ' +
  'cac:SupportedTransportEquipment=TransportEquipment ' +
  'cac:TakeoverTransportEvent=TransportEvent cac:TaxCategory=TaxCategory ' +
  'cac:TaxExchangeRate=ExchangeRate cac:TaxRepresentativeParty=Party cac:TaxScheme=TaxScheme ' +
  'cac:TaxSubtotal=TaxSubtotal cac:TaxTotal=TaxTotal cac:Temperature=Temperature ' +
  'cac:TerminalOperatorParty=Party cac:TotalCapacityDimension=Dimension ' +
  'cac:TradeFinancing=TradeFinancing cac:TransactionConditions=TransactionConditions ' +
  'cac:TransitCountry=Country cac:TransitPeriod=Period cac:TransportAdvisorParty=Party ' +
  'cac:TransportContract=Contract cac:TransportEquipment=TransportEquipment ' +
  'cac:TransportEquipmentSeal=TransportEquipmentSeal cac:TransportEvent=TransportEvent ' +
  'cac:TransportHandlingUnit=TransportHandlingUnit cac:TransportMeans=TransportMeans ' +
  'cac:TransshipPortLocation=Location cac:UnloadingLocation=Location ' +
  'cac:UnloadingPortLocation=Location ' +
  'cac:UnsupportedCommodityClassification=CommodityClassification ' +
  'cac:UnsupportedTransportEquipment=TransportEquipment cac:UsabilityPeriod=Period ' +
  'cac:ValidityPeriod=Period cac:WarehousingTransportEvent=TransportEvent ' +
  'cac:WithholdingTaxTotal=TaxTotal cac:WitnessParty=Party ' +
  'cac:WorkOrderDocumentReference=DocumentReference cac:WorkPhaseReference=WorkPhaseReference ' +
  'ext:ExtensionContent=ExtensionContent ext:UBLExtension=UBLExtension ' +
  'ext:UBLExtensions=UBLExtensions'

/**
 * What each type holds, in order: once, '?' at most once, '*' any number, '+' at least once;
 * '##other' one of elsewhere.
 */
export const aggregates: Record<string, string> = {
  Address:
    'cbc:ID? cbc:AddressTypeCode? cbc:AddressFormatCode? cbc:Postbox? cbc:Floor? cbc:Room? ' +
    'cbc:StreetName? cbc:AdditionalStreetName? cbc:BlockName? cbc:BuildingName? ' +
    'cbc:BuildingNumber? cbc:InhouseMail? cbc:Department? cbc:MarkAttention? cbc:MarkCare? ' +
    'cbc:PlotIdentification? cbc:CitySubdivisionName? cbc:CityName? cbc:PostalZone? ' +
    'cbc:CountrySubentity? cbc:CountrySubentityCode? cbc:Region? cbc:District? ' +
    'cbc:TimezoneOffset? cac:AddressLine* cac:Country? cac:LocationCoordinate*',
  AddressLine: 'cbc:Line',
  AirTransport: 'cbc:AircraftID',
  AllowanceCharge:
    'cbc:ID? cbc:ChargeIndicator cbc:AllowanceChargeReasonCode? cbc:AllowanceChargeReason* ' +
    'cbc:MultiplierFactorNumeric? cbc:PrepaidIndicator? cbc:SequenceNumeric? cbc:Amount ' +
    'cbc:BaseAmount? cbc:AccountingCostCode? cbc:AccountingCost? cbc:PerUnitAmount? ' +
    'cac:TaxCategory* cac:TaxTotal? cac:PaymentMeans*',
  ApplicationResponse:
    'ext:UBLExtensions? cbc:UBLVersionID? cbc:CustomizationID? cbc:ProfileID? ' +
    'cbc:ProfileExecutionID? cbc:ID cbc:UUID? cbc:IssueDate cbc:IssueTime? cbc:ResponseDate? ' +
    'cbc:ResponseTime? cbc:Note* cbc:VersionID? cac:Signature* cac:SenderParty cac:ReceiverParty ' +
    'cac:DocumentResponse*',
  Attachment: 'cbc:EmbeddedDocumentBinaryObject? cac:ExternalReference?',
  BillingReference:
    'cac:InvoiceDocumentReference? cac:SelfBilledInvoiceDocumentReference? ' +
    'cac:CreditNoteDocumentReference? cac:SelfBilledCreditNoteDocumentReference? ' +
    'cac:DebitNoteDocumentReference? cac:ReminderDocumentReference? ' +
    'cac:AdditionalDocumentReference? cac:BillingReferenceLine*',
  BillingReferenceLine: 'cbc:ID cbc:Amount? cac:AllowanceCharge*',
  Branch: 'cbc:ID? cbc:Name? cac:FinancialInstitution? cac:Address?',
  CardAccount:
    'cbc:PrimaryAccountNumberID cbc:NetworkID cbc:CardTypeCode? cbc:ValidityStartDate? ' +
    'cbc:ExpiryDate? cbc:IssuerID? cbc:IssueNumberID? cbc:CV2ID? cbc:CardChipCode? ' +
    'cbc:ChipApplicationID? cbc:HolderName?',
  Certificate:
    'cbc:ID cbc:CertificateTypeCode cbc:CertificateType cbc:Remarks* cac:IssuerParty ' +
    'cac:DocumentReference* cac:Signature*',
  Clause: 'cbc:ID? cbc:Content*',
  CommodityClassification:
    'cbc:NatureCode? cbc:CargoTypeCode? cbc:CommodityCode? cbc:ItemClassificationCode?',
  Communication: 'cbc:ChannelCode? cbc:Channel? cbc:Value?',
  Condition:
    'cbc:AttributeID cbc:Measure? cbc:Description* cbc:MinimumMeasure? cbc:MaximumMeasure?',
  Consignment:
    'cbc:ID cbc:CarrierAssignedID? cbc:ConsigneeAssignedID? cbc:ConsignorAssignedID? ' +
    'cbc:FreightForwarderAssignedID? cbc:BrokerAssignedID? cbc:ContractedCarrierAssignedID? ' +
    'cbc:PerformingCarrierAssignedID? cbc:SummaryDescription* cbc:TotalInvoiceAmount? ' +
    'cbc:DeclaredCustomsValueAmount? cbc:TariffDescription* cbc:TariffCode? ' +
    'cbc:InsurancePremiumAmount? cbc:GrossWeightMeasure? cbc:NetWeightMeasure? ' +
    'cbc:NetNetWeightMeasure? cbc:ChargeableWeightMeasure? cbc:GrossVolumeMeasure? ' +
    'cbc:NetVolumeMeasure? cbc:LoadingLengthMeasure? cbc:Remarks* cbc:HazardousRiskIndicator? ' +
    'cbc:AnimalFoodIndicator? cbc:HumanFoodIndicator? cbc:LivestockIndicator? ' +
    'cbc:BulkCargoIndicator? cbc:ContainerizedIndicator? cbc:GeneralCargoIndicator? ' +
    'cbc:SpecialSecurityIndicator? cbc:ThirdPartyPayerIndicator? cbc:CarrierServiceInstructions* ' +
    'cbc:CustomsClearanceServiceInstructions* cbc:ForwarderServiceInstructions* ' +
    'cbc:SpecialServiceInstructions* cbc:SequenceID? cbc:ShippingPriorityLevelCode? ' +
    'cbc:HandlingCode? cbc:HandlingInstructions* cbc:Information* cbc:TotalGoodsItemQuantity? ' +
    'cbc:TotalTransportHandlingUnitQuantity? cbc:InsuranceValueAmount? ' +
    'cbc:DeclaredForCarriageValueAmount? cbc:DeclaredStatisticsValueAmount? ' +
    'cbc:FreeOnBoardValueAmount? cbc:SpecialInstructions* cbc:SplitConsignmentIndicator? ' +
    'cbc:DeliveryInstructions* cbc:ConsignmentQuantity? cbc:ConsolidatableIndicator? ' +
    'cbc:HaulageInstructions* cbc:LoadingSequenceID? cbc:ChildConsignmentQuantity? ' +
    'cbc:TotalPackagesQuantity? cac:ConsolidatedShipment* cac:CustomsDeclaration* ' +
    'cac:RequestedPickupTransportEvent? cac:RequestedDeliveryTransportEvent? ' +
    'cac:PlannedPickupTransportEvent? cac:PlannedDeliveryTransportEvent? cac:Status* ' +
    'cac:ChildConsignment* cac:ConsigneeParty? cac:ExporterParty? cac:ConsignorParty? ' +
    'cac:ImporterParty? cac:CarrierParty? cac:FreightForwarderParty? cac:NotifyParty? ' +
    'cac:OriginalDespatchParty? cac:FinalDeliveryParty? cac:PerformingCarrierParty? ' +
    'cac:SubstituteCarrierParty? cac:LogisticsOperatorParty? cac:TransportAdvisorParty? ' +
    'cac:HazardousItemNotificationParty? cac:InsuranceParty? cac:MortgageHolderParty? ' +
    'cac:BillOfLadingHolderParty? cac:OriginalDepartureCountry? cac:FinalDestinationCountry? ' +
    'cac:TransitCountry* cac:TransportContract? cac:TransportEvent* ' +
    'cac:OriginalDespatchTransportationService? cac:FinalDeliveryTransportationService? ' +
    'cac:DeliveryTerms? cac:PaymentTerms? cac:CollectPaymentTerms? cac:DisbursementPaymentTerms? ' +
    'cac:PrepaidPaymentTerms? cac:FreightAllowanceCharge* cac:ExtraAllowanceCharge* ' +
    'cac:MainCarriageShipmentStage* cac:PreCarriageShipmentStage* cac:OnCarriageShipmentStage* ' +
    'cac:TransportHandlingUnit* cac:FirstArrivalPortLocation? cac:LastExitPortLocation?',
  Contact:
    'cbc:ID? cbc:Name? cbc:Telephone? cbc:Telefax? cbc:ElectronicMail? cbc:Note* ' +
    'cac:OtherCommunication*',
  Contract:
    'cbc:ID? cbc:IssueDate? cbc:IssueTime? cbc:NominationDate? cbc:NominationTime? ' +
    'cbc:ContractTypeCode? cbc:ContractType? cbc:Note* cbc:VersionID? cbc:Description* ' +
    'cac:ValidityPeriod? cac:ContractDocumentReference* cac:NominationPeriod? ' +
    'cac:ContractualDelivery?',
  CorporateRegistrationScheme:
    'cbc:ID? cbc:Name? cbc:CorporateRegistrationTypeCode? cac:JurisdictionRegionAddress*',
  Country: 'cbc:IdentificationCode? cbc:Name?',
  CreditAccount: 'cbc:AccountID',
  CreditNote:
    'ext:UBLExtensions? cbc:UBLVersionID? cbc:CustomizationID? cbc:ProfileID? ' +
    'cbc:ProfileExecutionID? cbc:ID cbc:CopyIndicator? cbc:UUID? cbc:IssueDate cbc:IssueTime? ' +
    'cbc:TaxPointDate? cbc:CreditNoteTypeCode? cbc:Note* cbc:DocumentCurrencyCode? ' +
    'cbc:TaxCurrencyCode? cbc:PricingCurrencyCode? cbc:PaymentCurrencyCode? ' +
    'cbc:PaymentAlternativeCurrencyCode? cbc:AccountingCostCode? cbc:AccountingCost? ' +
    'cbc:LineCountNumeric? cbc:BuyerReference? cac:InvoicePeriod* cac:DiscrepancyResponse* ' +
    'cac:OrderReference? cac:BillingReference* cac:DespatchDocumentReference* ' +
    'cac:ReceiptDocumentReference* cac:ContractDocumentReference* ' +
    'cac:AdditionalDocumentReference* cac:StatementDocumentReference* ' +
    'cac:OriginatorDocumentReference* cac:Signature* cac:AccountingSupplierParty ' +
    'cac:AccountingCustomerParty cac:PayeeParty? cac:BuyerCustomerParty? ' +
    'cac:SellerSupplierParty? cac:TaxRepresentativeParty? cac:Delivery* cac:DeliveryTerms* ' +
    'cac:PaymentMeans* cac:PaymentTerms* cac:TaxExchangeRate? cac:PricingExchangeRate? ' +
    'cac:PaymentExchangeRate? cac:PaymentAlternativeExchangeRate? cac:AllowanceCharge* ' +
    'cac:TaxTotal* cac:LegalMonetaryTotal cac:CreditNoteLine+',
  CreditNoteLine:
    'cbc:ID cbc:UUID? cbc:Note* cbc:CreditedQuantity? cbc:LineExtensionAmount? cbc:TaxPointDate? ' +
    'cbc:AccountingCostCode? cbc:AccountingCost? cbc:PaymentPurposeCode? ' +
    'cbc:FreeOfChargeIndicator? cac:InvoicePeriod* cac:OrderLineReference* ' +
    'cac:DiscrepancyResponse* cac:DespatchLineReference* cac:ReceiptLineReference* ' +
    'cac:BillingReference* cac:DocumentReference* cac:PricingReference? cac:OriginatorParty? ' +
    'cac:Delivery* cac:PaymentTerms* cac:TaxTotal* cac:AllowanceCharge* cac:Item? cac:Price? ' +
    'cac:DeliveryTerms* cac:SubCreditNoteLine* cac:ItemPriceExtension?',
  CustomerParty:
    'cbc:CustomerAssignedAccountID? cbc:SupplierAssignedAccountID? cbc:AdditionalAccountID* ' +
    'cac:Party? cac:DeliveryContact? cac:AccountingContact? cac:BuyerContact?',
  CustomsDeclaration: 'cbc:ID cac:IssuerParty?',
  Delivery:
    'cbc:ID? cbc:Quantity? cbc:MinimumQuantity? cbc:MaximumQuantity? cbc:ActualDeliveryDate? ' +
    'cbc:ActualDeliveryTime? cbc:LatestDeliveryDate? cbc:LatestDeliveryTime? cbc:ReleaseID? ' +
    'cbc:TrackingID? cac:DeliveryAddress? cac:DeliveryLocation? cac:AlternativeDeliveryLocation? ' +
    'cac:RequestedDeliveryPeriod? cac:PromisedDeliveryPeriod? cac:EstimatedDeliveryPeriod? ' +
    'cac:CarrierParty? cac:DeliveryParty? cac:NotifyParty* cac:Despatch? cac:DeliveryTerms* ' +
    'cac:MinimumDeliveryUnit? cac:MaximumDeliveryUnit? cac:Shipment?',
  DeliveryTerms:
    'cbc:ID? cbc:SpecialTerms* cbc:LossRiskResponsibilityCode? cbc:LossRisk* cbc:Amount? ' +
    'cac:DeliveryLocation? cac:AllowanceCharge?',
  DeliveryUnit: 'cbc:BatchQuantity cbc:ConsumerUnitQuantity? cbc:HazardousRiskIndicator?',
  DependentPriceReference: 'cbc:Percent? cac:LocationAddress? cac:DependentLineReference?',
  Despatch:
    'cbc:ID? cbc:RequestedDespatchDate? cbc:RequestedDespatchTime? cbc:EstimatedDespatchDate? ' +
    'cbc:EstimatedDespatchTime? cbc:ActualDespatchDate? cbc:ActualDespatchTime? ' +
    'cbc:GuaranteedDespatchDate? cbc:GuaranteedDespatchTime? cbc:ReleaseID? cbc:Instructions* ' +
    'cac:DespatchAddress? cac:DespatchLocation? cac:DespatchParty? cac:CarrierParty? ' +
    'cac:NotifyParty* cac:Contact? cac:EstimatedDespatchPeriod? cac:RequestedDespatchPeriod?',
  DespatchLine:
    'cbc:ID cbc:UUID? cbc:Note* cbc:LineStatusCode? cbc:DeliveredQuantity? ' +
    'cbc:BackorderQuantity? cbc:BackorderReason* cbc:OutstandingQuantity? cbc:OutstandingReason* ' +
    'cbc:OversupplyQuantity? cac:OrderLineReference+ cac:DocumentReference* cac:Item ' +
    'cac:Shipment*',
  Dimension:
    'cbc:AttributeID cbc:Measure? cbc:Description* cbc:MinimumMeasure? cbc:MaximumMeasure?',
  DocumentReference:
    'cbc:ID cbc:CopyIndicator? cbc:UUID? cbc:IssueDate? cbc:IssueTime? cbc:DocumentTypeCode? ' +
    'cbc:DocumentType? cbc:XPath* cbc:LanguageID? cbc:LocaleCode? cbc:VersionID? ' +
    'cbc:DocumentStatusCode? cbc:DocumentDescription* cac:Attachment? cac:ValidityPeriod? ' +
    'cac:IssuerParty? cac:ResultOfVerification?',
  DocumentResponse:
    'cac:Response cac:DocumentReference+ cac:IssuerParty? cac:RecipientParty? cac:LineResponse*',
  EmissionCalculationMethod:
    'cbc:CalculationMethodCode? cbc:FullnessIndicationCode? cac:MeasurementFromLocation? ' +
    'cac:MeasurementToLocation?',
  EnvironmentalEmission:
    'cbc:EnvironmentalEmissionTypeCode cbc:ValueMeasure cbc:Description* ' +
    'cac:EmissionCalculationMethod*',
  ExchangeRate:
    'cbc:SourceCurrencyCode cbc:SourceCurrencyBaseRate? cbc:TargetCurrencyCode ' +
    'cbc:TargetCurrencyBaseRate? cbc:ExchangeMarketID? cbc:CalculationRate? ' +
    'cbc:MathematicOperatorCode? cbc:Date? cac:ForeignExchangeContract?',
  ExtensionContent: '##other',
  ExternalReference:
    'cbc:URI? cbc:DocumentHash? cbc:HashAlgorithmMethod? cbc:ExpiryDate? cbc:ExpiryTime? ' +
    'cbc:MimeCode? cbc:FormatCode? cbc:EncodingCode? cbc:CharacterSetCode? cbc:FileName? ' +
    'cbc:Description*',
  FinancialAccount:
    'cbc:ID? cbc:Name? cbc:AliasName? cbc:AccountTypeCode? cbc:AccountFormatCode? ' +
    'cbc:CurrencyCode? cbc:PaymentNote* cac:FinancialInstitutionBranch? cac:Country?',
  FinancialInstitution: 'cbc:ID? cbc:Name? cac:Address?',
  GoodsItem:
    'cbc:ID? cbc:SequenceNumberID? cbc:Description* cbc:HazardousRiskIndicator? ' +
    'cbc:DeclaredCustomsValueAmount? cbc:DeclaredForCarriageValueAmount? ' +
    'cbc:DeclaredStatisticsValueAmount? cbc:FreeOnBoardValueAmount? cbc:InsuranceValueAmount? ' +
    'cbc:ValueAmount? cbc:GrossWeightMeasure? cbc:NetWeightMeasure? cbc:NetNetWeightMeasure? ' +
    'cbc:ChargeableWeightMeasure? cbc:GrossVolumeMeasure? cbc:NetVolumeMeasure? cbc:Quantity? ' +
    'cbc:PreferenceCriterionCode? cbc:RequiredCustomsID? cbc:CustomsStatusCode? ' +
    'cbc:CustomsTariffQuantity? cbc:CustomsImportClassifiedIndicator? cbc:ChargeableQuantity? ' +
    'cbc:ReturnableQuantity? cbc:TraceID? cac:Item* cac:GoodsItemContainer* ' +
    'cac:FreightAllowanceCharge* cac:InvoiceLine* cac:Temperature* cac:ContainedGoodsItem* ' +
    'cac:OriginAddress? cac:Delivery? cac:Pickup? cac:Despatch? cac:MeasurementDimension* ' +
    'cac:ContainingPackage* cac:ShipmentDocumentReference? cac:MinimumTemperature? ' +
    'cac:MaximumTemperature?',
  GoodsItemContainer: 'cbc:ID cbc:Quantity? cac:TransportEquipment*',
  HazardousGoodsTransit:
    'cbc:TransportEmergencyCardCode? cbc:PackingCriteriaCode? cbc:HazardousRegulationCode? ' +
    'cbc:InhalationToxicityZoneCode? cbc:TransportAuthorizationCode? cac:MaximumTemperature? ' +
    'cac:MinimumTemperature?',
  HazardousItem:
    'cbc:ID? cbc:PlacardNotation? cbc:PlacardEndorsement? cbc:AdditionalInformation* ' +
    'cbc:UNDGCode? cbc:EmergencyProceduresCode? cbc:MedicalFirstAidGuideCode? cbc:TechnicalName? ' +
    'cbc:CategoryName? cbc:HazardousCategoryCode? cbc:UpperOrangeHazardPlacardID? ' +
    'cbc:LowerOrangeHazardPlacardID? cbc:MarkingID? cbc:HazardClassID? cbc:NetWeightMeasure? ' +
    'cbc:NetVolumeMeasure? cbc:Quantity? cac:ContactParty? cac:SecondaryHazard* ' +
    'cac:HazardousGoodsTransit* cac:EmergencyTemperature? cac:FlashpointTemperature? ' +
    'cac:AdditionalTemperature*',
  Invoice:
    'ext:UBLExtensions? cbc:UBLVersionID? cbc:CustomizationID? cbc:ProfileID? ' +
    'cbc:ProfileExecutionID? cbc:ID cbc:CopyIndicator? cbc:UUID? cbc:IssueDate cbc:IssueTime? ' +
    'cbc:DueDate? cbc:InvoiceTypeCode? cbc:Note* cbc:TaxPointDate? cbc:DocumentCurrencyCode? ' +
    'cbc:TaxCurrencyCode? cbc:PricingCurrencyCode? cbc:PaymentCurrencyCode? ' +
    'cbc:PaymentAlternativeCurrencyCode? cbc:AccountingCostCode? cbc:AccountingCost? ' +
    'cbc:LineCountNumeric? cbc:BuyerReference? cac:InvoicePeriod* cac:OrderReference? ' +
    'cac:BillingReference* cac:DespatchDocumentReference* cac:ReceiptDocumentReference* ' +
    'cac:StatementDocumentReference* cac:OriginatorDocumentReference* ' +
    'cac:ContractDocumentReference* cac:AdditionalDocumentReference* cac:ProjectReference* ' +
    'cac:Signature* cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PayeeParty? ' +
    'cac:BuyerCustomerParty? cac:SellerSupplierParty? cac:TaxRepresentativeParty? cac:Delivery* ' +
    'cac:DeliveryTerms? cac:PaymentMeans* cac:PaymentTerms* cac:PrepaidPayment* ' +
    'cac:AllowanceCharge* cac:TaxExchangeRate? cac:PricingExchangeRate? cac:PaymentExchangeRate? ' +
    'cac:PaymentAlternativeExchangeRate? cac:TaxTotal* cac:WithholdingTaxTotal* ' +
    'cac:LegalMonetaryTotal cac:InvoiceLine+',
  InvoiceLine:
    'cbc:ID cbc:UUID? cbc:Note* cbc:InvoicedQuantity? cbc:LineExtensionAmount cbc:TaxPointDate? ' +
    'cbc:AccountingCostCode? cbc:AccountingCost? cbc:PaymentPurposeCode? ' +
    'cbc:FreeOfChargeIndicator? cac:InvoicePeriod* cac:OrderLineReference* ' +
    'cac:DespatchLineReference* cac:ReceiptLineReference* cac:BillingReference* ' +
    'cac:DocumentReference* cac:PricingReference? cac:OriginatorParty? cac:Delivery* ' +
    'cac:PaymentTerms* cac:AllowanceCharge* cac:TaxTotal* cac:WithholdingTaxTotal* cac:Item ' +
    'cac:Price? cac:DeliveryTerms? cac:SubInvoiceLine* cac:ItemPriceExtension?',
  Item:
    'cbc:Description* cbc:PackQuantity? cbc:PackSizeNumeric? cbc:CatalogueIndicator? cbc:Name? ' +
    'cbc:HazardousRiskIndicator? cbc:AdditionalInformation* cbc:Keyword* cbc:BrandName* ' +
    'cbc:ModelName* cac:BuyersItemIdentification? cac:SellersItemIdentification? ' +
    'cac:ManufacturersItemIdentification* cac:StandardItemIdentification? ' +
    'cac:CatalogueItemIdentification? cac:AdditionalItemIdentification* ' +
    'cac:CatalogueDocumentReference? cac:ItemSpecificationDocumentReference* cac:OriginCountry? ' +
    'cac:CommodityClassification* cac:TransactionConditions* cac:HazardousItem* ' +
    'cac:ClassifiedTaxCategory* cac:AdditionalItemProperty* cac:ManufacturerParty* ' +
    'cac:InformationContentProviderParty? cac:OriginAddress* cac:ItemInstance* cac:Certificate* ' +
    'cac:Dimension*',
  ItemIdentification:
    'cbc:ID cbc:ExtendedID? cbc:BarcodeSymbologyID? cac:PhysicalAttribute* ' +
    'cac:MeasurementDimension* cac:IssuerParty?',
  ItemInstance:
    'cbc:ProductTraceID? cbc:ManufactureDate? cbc:ManufactureTime? cbc:BestBeforeDate? ' +
    'cbc:RegistrationID? cbc:SerialID? cac:AdditionalItemProperty* cac:LotIdentification?',
  ItemLocationQuantity:
    'cbc:LeadTimeMeasure? cbc:MinimumQuantity? cbc:MaximumQuantity? cbc:HazardousRiskIndicator? ' +
    'cbc:TradingRestrictions* cac:ApplicableTerritoryAddress* cac:Price? cac:DeliveryUnit* ' +
    'cac:ApplicableTaxCategory* cac:Package? cac:AllowanceCharge* cac:DependentPriceReference?',
  ItemProperty:
    'cbc:ID? cbc:Name cbc:NameCode? cbc:TestMethod? cbc:Value? cbc:ValueQuantity? ' +
    'cbc:ValueQualifier* cbc:ImportanceCode? cbc:ListValue* cac:UsabilityPeriod? ' +
    'cac:ItemPropertyGroup* cac:RangeDimension? cac:ItemPropertyRange?',
  ItemPropertyGroup: 'cbc:ID cbc:Name? cbc:ImportanceCode?',
  ItemPropertyRange: 'cbc:MinimumValue? cbc:MaximumValue?',
  Language: 'cbc:ID? cbc:Name? cbc:LocaleCode?',
  LineReference: 'cbc:LineID cbc:UUID? cbc:LineStatusCode? cac:DocumentReference?',
  LineResponse: 'cac:LineReference cac:Response+',
  Location:
    'cbc:ID? cbc:Description* cbc:Conditions* cbc:CountrySubentity? cbc:CountrySubentityCode? ' +
    'cbc:LocationTypeCode? cbc:InformationURI? cbc:Name? cac:ValidityPeriod* cac:Address? ' +
    'cac:SubsidiaryLocation* cac:LocationCoordinate*',
  LocationCoordinate:
    'cbc:CoordinateSystemCode? cbc:LatitudeDegreesMeasure? cbc:LatitudeMinutesMeasure? ' +
    'cbc:LatitudeDirectionCode? cbc:LongitudeDegreesMeasure? cbc:LongitudeMinutesMeasure? ' +
    'cbc:LongitudeDirectionCode? cbc:AltitudeMeasure?',
  LotIdentification: 'cbc:LotNumberID? cbc:ExpiryDate? cac:AdditionalItemProperty*',
  MaritimeTransport:
    'cbc:VesselID? cbc:VesselName? cbc:RadioCallSignID? cbc:ShipsRequirements* ' +
    'cbc:GrossTonnageMeasure? cbc:NetTonnageMeasure? cac:RegistryCertificateDocumentReference? ' +
    'cac:RegistryPortLocation?',
  MonetaryTotal:
    'cbc:LineExtensionAmount? cbc:TaxExclusiveAmount? cbc:TaxInclusiveAmount? ' +
    'cbc:AllowanceTotalAmount? cbc:ChargeTotalAmount? cbc:PrepaidAmount? ' +
    'cbc:PayableRoundingAmount? cbc:PayableAmount cbc:PayableAlternativeAmount?',
  OrderLineReference:
    'cbc:LineID cbc:SalesOrderLineID? cbc:UUID? cbc:LineStatusCode? cac:OrderReference?',
  OrderReference:
    'cbc:ID cbc:SalesOrderID? cbc:CopyIndicator? cbc:UUID? cbc:IssueDate? cbc:IssueTime? ' +
    'cbc:CustomerReference? cbc:OrderTypeCode? cac:DocumentReference?',
  Package:
    'cbc:ID? cbc:Quantity? cbc:ReturnableMaterialIndicator? cbc:PackageLevelCode? ' +
    'cbc:PackagingTypeCode? cbc:PackingMaterial* cbc:TraceID? cac:ContainedPackage* ' +
    'cac:ContainingTransportEquipment? cac:GoodsItem* cac:MeasurementDimension* ' +
    'cac:DeliveryUnit* cac:Delivery? cac:Pickup? cac:Despatch?',
  Party:
    'cbc:MarkCareIndicator? cbc:MarkAttentionIndicator? cbc:WebsiteURI? cbc:LogoReferenceID? ' +
    'cbc:EndpointID? cbc:IndustryClassificationCode? cac:PartyIdentification* cac:PartyName* ' +
    'cac:Language? cac:PostalAddress? cac:PhysicalLocation? cac:PartyTaxScheme* ' +
    'cac:PartyLegalEntity* cac:Contact? cac:Person* cac:AgentParty? cac:ServiceProviderParty* ' +
    'cac:PowerOfAttorney* cac:FinancialAccount?',
  PartyIdentification: 'cbc:ID',
  PartyLegalEntity:
    'cbc:RegistrationName? cbc:CompanyID? cbc:RegistrationDate? cbc:RegistrationExpirationDate? ' +
    'cbc:CompanyLegalFormCode? cbc:CompanyLegalForm? cbc:SoleProprietorshipIndicator? ' +
    'cbc:CompanyLiquidationStatusCode? cbc:CorporateStockAmount? cbc:FullyPaidSharesIndicator? ' +
    'cac:RegistrationAddress? cac:CorporateRegistrationScheme? cac:HeadOfficeParty? ' +
    'cac:ShareholderParty*',
  PartyName: 'cbc:Name',
  PartyTaxScheme:
    'cbc:RegistrationName? cbc:CompanyID? cbc:TaxLevelCode? cbc:ExemptionReasonCode? ' +
    'cbc:ExemptionReason* cac:RegistrationAddress? cac:TaxScheme',
  Payment:
    'cbc:ID? cbc:PaidAmount? cbc:ReceivedDate? cbc:PaidDate? cbc:PaidTime? cbc:InstructionID?',
  PaymentMandate:
    'cbc:ID? cbc:MandateTypeCode? cbc:MaximumPaymentInstructionsNumeric? cbc:MaximumPaidAmount? ' +
    'cbc:SignatureID? cac:PayerParty? cac:PayerFinancialAccount? cac:ValidityPeriod? ' +
    'cac:PaymentReversalPeriod? cac:Clause*',
  PaymentMeans:
    'cbc:ID? cbc:PaymentMeansCode cbc:PaymentDueDate? cbc:PaymentChannelCode? cbc:InstructionID? ' +
    'cbc:InstructionNote* cbc:PaymentID* cac:CardAccount? cac:PayerFinancialAccount? ' +
    'cac:PayeeFinancialAccount? cac:CreditAccount? cac:PaymentMandate? cac:TradeFinancing?',
  PaymentTerms:
    'cbc:ID? cbc:PaymentMeansID* cbc:PrepaidPaymentReferenceID? cbc:Note* ' +
    'cbc:ReferenceEventCode? cbc:SettlementDiscountPercent? cbc:PenaltySurchargePercent? ' +
    'cbc:PaymentPercent? cbc:Amount? cbc:SettlementDiscountAmount? cbc:PenaltyAmount? ' +
    'cbc:PaymentTermsDetailsURI? cbc:PaymentDueDate? cbc:InstallmentDueDate? ' +
    'cbc:InvoicingPartyReference? cac:SettlementPeriod? cac:PenaltyPeriod? cac:ExchangeRate? ' +
    'cac:ValidityPeriod?',
  Period:
    'cbc:StartDate? cbc:StartTime? cbc:EndDate? cbc:EndTime? cbc:DurationMeasure? ' +
    'cbc:DescriptionCode* cbc:Description*',
  Person:
    'cbc:ID? cbc:FirstName? cbc:FamilyName? cbc:Title? cbc:MiddleName? cbc:OtherName? ' +
    'cbc:NameSuffix? cbc:JobTitle? cbc:NationalityID? cbc:GenderCode? cbc:BirthDate? ' +
    'cbc:BirthplaceName? cbc:OrganizationDepartment? cac:Contact? cac:FinancialAccount? ' +
    'cac:IdentityDocumentReference* cac:ResidenceAddress?',
  PhysicalAttribute: 'cbc:AttributeID cbc:PositionCode? cbc:DescriptionCode? cbc:Description*',
  Pickup:
    'cbc:ID? cbc:ActualPickupDate? cbc:ActualPickupTime? cbc:EarliestPickupDate? ' +
    'cbc:EarliestPickupTime? cbc:LatestPickupDate? cbc:LatestPickupTime? cac:PickupLocation? ' +
    'cac:PickupParty?',
  PowerOfAttorney:
    'cbc:ID? cbc:IssueDate? cbc:IssueTime? cbc:Description* cac:NotaryParty? cac:AgentParty ' +
    'cac:WitnessParty* cac:MandateDocumentReference*',
  Price:
    'cbc:PriceAmount cbc:BaseQuantity? cbc:PriceChangeReason* cbc:PriceTypeCode? cbc:PriceType? ' +
    'cbc:OrderableUnitFactorRate? cac:ValidityPeriod* cac:PriceList? cac:AllowanceCharge* ' +
    'cac:PricingExchangeRate?',
  PriceExtension: 'cbc:Amount cac:TaxTotal*',
  PriceList: 'cbc:ID? cbc:StatusCode? cac:ValidityPeriod* cac:PreviousPriceList?',
  PricingReference: 'cac:OriginalItemLocationQuantity? cac:AlternativeConditionPrice*',
  ProjectReference: 'cbc:ID cbc:UUID? cbc:IssueDate? cac:WorkPhaseReference*',
  RailTransport: 'cbc:TrainID cbc:RailCarID?',
  ReceiptLine:
    'cbc:ID cbc:UUID? cbc:Note* cbc:ReceivedQuantity? cbc:ShortQuantity? cbc:ShortageActionCode? ' +
    'cbc:RejectedQuantity? cbc:RejectReasonCode? cbc:RejectReason* cbc:RejectActionCode? ' +
    'cbc:QuantityDiscrepancyCode? cbc:OversupplyQuantity? cbc:ReceivedDate? ' +
    'cbc:TimingComplaintCode? cbc:TimingComplaint? cac:OrderLineReference? ' +
    'cac:DespatchLineReference* cac:DocumentReference* cac:Item* cac:Shipment*',
  Response:
    'cbc:ReferenceID? cbc:ResponseCode? cbc:Description* cbc:EffectiveDate? cbc:EffectiveTime? ' +
    'cac:Status*',
  ResultOfVerification:
    'cbc:ValidatorID? cbc:ValidationResultCode? cbc:ValidationDate? cbc:ValidationTime? ' +
    'cbc:ValidateProcess? cbc:ValidateTool? cbc:ValidateToolVersion? cac:SignatoryParty?',
  RoadTransport: 'cbc:LicensePlateID',
  SecondaryHazard:
    'cbc:ID? cbc:PlacardNotation? cbc:PlacardEndorsement? cbc:EmergencyProceduresCode? ' +
    'cbc:Extension*',
  ServiceFrequency: 'cbc:WeekDayCode',
  ServiceProviderParty:
    'cbc:ID? cbc:ServiceTypeCode? cbc:ServiceType* cac:Party cac:SellerContact?',
  ShareholderParty: 'cbc:PartecipationPercent? cac:Party?',
  Shipment:
    'cbc:ID cbc:ShippingPriorityLevelCode? cbc:HandlingCode? cbc:HandlingInstructions* ' +
    'cbc:Information* cbc:GrossWeightMeasure? cbc:NetWeightMeasure? cbc:NetNetWeightMeasure? ' +
    'cbc:GrossVolumeMeasure? cbc:NetVolumeMeasure? cbc:TotalGoodsItemQuantity? ' +
    'cbc:TotalTransportHandlingUnitQuantity? cbc:InsuranceValueAmount? ' +
    'cbc:DeclaredCustomsValueAmount? cbc:DeclaredForCarriageValueAmount? ' +
    'cbc:DeclaredStatisticsValueAmount? cbc:FreeOnBoardValueAmount? cbc:SpecialInstructions* ' +
    'cbc:DeliveryInstructions* cbc:SplitConsignmentIndicator? cbc:ConsignmentQuantity? ' +
    'cac:Consignment* cac:GoodsItem* cac:ShipmentStage* cac:Delivery? cac:TransportHandlingUnit* ' +
    'cac:ReturnAddress? cac:OriginAddress? cac:FirstArrivalPortLocation? ' +
    'cac:LastExitPortLocation? cac:ExportCountry? cac:FreightAllowanceCharge*',
  ShipmentStage:
    'cbc:ID? cbc:TransportModeCode? cbc:TransportMeansTypeCode? cbc:TransitDirectionCode? ' +
    'cbc:PreCarriageIndicator? cbc:OnCarriageIndicator? cbc:EstimatedDeliveryDate? ' +
    'cbc:EstimatedDeliveryTime? cbc:RequiredDeliveryDate? cbc:RequiredDeliveryTime? ' +
    'cbc:LoadingSequenceID? cbc:SuccessiveSequenceID? cbc:Instructions* ' +
    'cbc:DemurrageInstructions* cbc:CrewQuantity? cbc:PassengerQuantity? cac:TransitPeriod? ' +
    'cac:CarrierParty* cac:TransportMeans? cac:LoadingPortLocation? cac:UnloadingPortLocation? ' +
    'cac:TransshipPortLocation? cac:LoadingTransportEvent? cac:ExaminationTransportEvent? ' +
    'cac:AvailabilityTransportEvent? cac:ExportationTransportEvent? cac:DischargeTransportEvent? ' +
    'cac:WarehousingTransportEvent? cac:TakeoverTransportEvent? ' +
    'cac:OptionalTakeoverTransportEvent? cac:DropoffTransportEvent? ' +
    'cac:ActualPickupTransportEvent? cac:DeliveryTransportEvent? cac:ReceiptTransportEvent? ' +
    'cac:StorageTransportEvent? cac:AcceptanceTransportEvent? cac:TerminalOperatorParty? ' +
    'cac:CustomsAgentParty? cac:EstimatedTransitPeriod? cac:FreightAllowanceCharge* ' +
    'cac:FreightChargeLocation? cac:DetentionTransportEvent* ' +
    'cac:RequestedDepartureTransportEvent? cac:RequestedArrivalTransportEvent? ' +
    'cac:RequestedWaypointTransportEvent* cac:PlannedDepartureTransportEvent? ' +
    'cac:PlannedArrivalTransportEvent? cac:PlannedWaypointTransportEvent* ' +
    'cac:ActualDepartureTransportEvent? cac:ActualWaypointTransportEvent? ' +
    'cac:ActualArrivalTransportEvent? cac:TransportEvent* cac:EstimatedDepartureTransportEvent? ' +
    'cac:EstimatedArrivalTransportEvent? cac:PassengerPerson* cac:DriverPerson* ' +
    'cac:ReportingPerson? cac:CrewMemberPerson* cac:SecurityOfficerPerson? cac:MasterPerson? ' +
    'cac:ShipsSurgeonPerson?',
  Signature:
    'cbc:ID cbc:Note* cbc:ValidationDate? cbc:ValidationTime? cbc:ValidatorID? ' +
    'cbc:CanonicalizationMethod? cbc:SignatureMethod? cac:SignatoryParty? ' +
    'cac:DigitalSignatureAttachment? cac:OriginalDocumentReference?',
  Status:
    'cbc:ConditionCode? cbc:ReferenceDate? cbc:ReferenceTime? cbc:Description* ' +
    'cbc:StatusReasonCode? cbc:StatusReason* cbc:SequenceID? cbc:Text* cbc:IndicationIndicator? ' +
    'cbc:Percent? cbc:ReliabilityPercent? cac:Condition*',
  Stowage: 'cbc:LocationID? cbc:Location* cac:MeasurementDimension*',
  SupplierParty:
    'cbc:CustomerAssignedAccountID? cbc:AdditionalAccountID* cbc:DataSendingCapability? ' +
    'cac:Party? cac:DespatchContact? cac:AccountingContact? cac:SellerContact?',
  TaxCategory:
    'cbc:ID? cbc:Name? cbc:Percent? cbc:BaseUnitMeasure? cbc:PerUnitAmount? ' +
    'cbc:TaxExemptionReasonCode? cbc:TaxExemptionReason* cbc:TierRange? cbc:TierRatePercent? ' +
    'cac:TaxScheme',
  TaxScheme: 'cbc:ID? cbc:Name? cbc:TaxTypeCode? cbc:CurrencyCode? cac:JurisdictionRegionAddress*',
  TaxSubtotal:
    'cbc:TaxableAmount? cbc:TaxAmount cbc:CalculationSequenceNumeric? ' +
    'cbc:TransactionCurrencyTaxAmount? cbc:Percent? cbc:BaseUnitMeasure? cbc:PerUnitAmount? ' +
    'cbc:TierRange? cbc:TierRatePercent? cac:TaxCategory',
  TaxTotal:
    'cbc:TaxAmount cbc:RoundingAmount? cbc:TaxEvidenceIndicator? cbc:TaxIncludedIndicator? ' +
    'cac:TaxSubtotal*',
  Temperature: 'cbc:AttributeID cbc:Measure cbc:Description*',
  TradeFinancing:
    'cbc:ID? cbc:FinancingInstrumentCode? cac:ContractDocumentReference? cac:DocumentReference* ' +
    'cac:FinancingParty cac:FinancingFinancialAccount? cac:Clause*',
  TradingTerms: 'cbc:Information* cbc:Reference? cac:ApplicableAddress?',
  TransactionConditions: 'cbc:ID? cbc:ActionCode? cbc:Description* cac:DocumentReference*',
  TransportEquipment:
    'cbc:ID? cbc:ReferencedConsignmentID* cbc:TransportEquipmentTypeCode? cbc:ProviderTypeCode? ' +
    'cbc:OwnerTypeCode? cbc:SizeTypeCode? cbc:DispositionCode? cbc:FullnessIndicationCode? ' +
    'cbc:RefrigerationOnIndicator? cbc:Information* cbc:ReturnabilityIndicator? ' +
    'cbc:LegalStatusIndicator? cbc:AirFlowPercent? cbc:HumidityPercent? ' +
    'cbc:AnimalFoodApprovedIndicator? cbc:HumanFoodApprovedIndicator? ' +
    'cbc:DangerousGoodsApprovedIndicator? cbc:RefrigeratedIndicator? cbc:Characteristics? ' +
    'cbc:DamageRemarks* cbc:Description* cbc:SpecialTransportRequirements* ' +
    'cbc:GrossWeightMeasure? cbc:GrossVolumeMeasure? cbc:TareWeightMeasure? ' +
    'cbc:TrackingDeviceCode? cbc:PowerIndicator? cbc:TraceID? cac:MeasurementDimension* ' +
    'cac:TransportEquipmentSeal* cac:MinimumTemperature? cac:MaximumTemperature? ' +
    'cac:ProviderParty? cac:LoadingProofParty? cac:SupplierParty? cac:OwnerParty? ' +
    'cac:OperatingParty? cac:LoadingLocation? cac:UnloadingLocation? cac:StorageLocation? ' +
    'cac:PositioningTransportEvent* cac:QuarantineTransportEvent* cac:DeliveryTransportEvent* ' +
    'cac:PickupTransportEvent* cac:HandlingTransportEvent* cac:LoadingTransportEvent* ' +
    'cac:TransportEvent* cac:ApplicableTransportMeans? cac:HaulageTradingTerms* ' +
    'cac:HazardousGoodsTransit* cac:PackagedTransportHandlingUnit* cac:ServiceAllowanceCharge* ' +
    'cac:FreightAllowanceCharge* cac:AttachedTransportEquipment* cac:Delivery? cac:Pickup? ' +
    'cac:Despatch? cac:ShipmentDocumentReference* cac:ContainedInTransportEquipment* ' +
    'cac:Package* cac:GoodsItem*',
  TransportEquipmentSeal:
    'cbc:ID cbc:SealIssuerTypeCode? cbc:Condition? cbc:SealStatusCode? cbc:SealingPartyType?',
  TransportEvent:
    'cbc:IdentificationID? cbc:OccurrenceDate? cbc:OccurrenceTime? cbc:TransportEventTypeCode? ' +
    'cbc:Description* cbc:CompletionIndicator? cac:ReportedShipment? cac:CurrentStatus* ' +
    'cac:Contact* cac:Location? cac:Signature? cac:Period*',
  TransportHandlingUnit:
    'cbc:ID? cbc:TransportHandlingUnitTypeCode? cbc:HandlingCode? cbc:HandlingInstructions* ' +
    'cbc:HazardousRiskIndicator? cbc:TotalGoodsItemQuantity? cbc:TotalPackageQuantity? ' +
    'cbc:DamageRemarks* cbc:ShippingMarks* cbc:TraceID? cac:HandlingUnitDespatchLine* ' +
    'cac:ActualPackage* cac:ReceivedHandlingUnitReceiptLine* cac:TransportEquipment* ' +
    'cac:TransportMeans* cac:HazardousGoodsTransit* cac:MeasurementDimension* ' +
    'cac:MinimumTemperature? cac:MaximumTemperature? cac:GoodsItem* ' +
    'cac:FloorSpaceMeasurementDimension? cac:PalletSpaceMeasurementDimension? ' +
    'cac:ShipmentDocumentReference* cac:Status* cac:CustomsDeclaration* cac:ReferencedShipment* ' +
    'cac:Package*',
  TransportMeans:
    'cbc:JourneyID? cbc:RegistrationNationalityID? cbc:RegistrationNationality* ' +
    'cbc:DirectionCode? cbc:TransportMeansTypeCode? cbc:TradeServiceCode? cac:Stowage? ' +
    'cac:AirTransport? cac:RoadTransport? cac:RailTransport? cac:MaritimeTransport? ' +
    'cac:OwnerParty? cac:MeasurementDimension*',
  TransportationService:
    'cbc:TransportServiceCode cbc:TariffClassCode? cbc:Priority? cbc:FreightRateClassCode? ' +
    'cbc:TransportationServiceDescription* cbc:TransportationServiceDetailsURI? ' +
    'cbc:NominationDate? cbc:NominationTime? cbc:Name? cbc:SequenceNumeric? ' +
    'cac:TransportEquipment* cac:SupportedTransportEquipment* cac:UnsupportedTransportEquipment* ' +
    'cac:CommodityClassification* cac:SupportedCommodityClassification* ' +
    'cac:UnsupportedCommodityClassification* cac:TotalCapacityDimension? cac:ShipmentStage* ' +
    'cac:TransportEvent* cac:ResponsibleTransportServiceProviderParty? ' +
    'cac:EnvironmentalEmission* cac:EstimatedDurationPeriod? cac:ScheduledServiceFrequency*',
  UBLExtension:
    'cbc:ID? cbc:Name? ext:ExtensionAgencyID? ext:ExtensionAgencyName? ext:ExtensionVersionID? ' +
    'ext:ExtensionAgencyURI? ext:ExtensionURI? ext:ExtensionReasonCode? ext:ExtensionReason? ' +
    'ext:ExtensionContent',
  UBLExtensions: 'ext:UBLExtension+',
  WorkPhaseReference:
    'cbc:ID? cbc:WorkPhaseCode? cbc:WorkPhase* cbc:ProgressPercent? cbc:StartDate? cbc:EndDate? ' +
    'cac:WorkOrderDocumentReference*',
}
