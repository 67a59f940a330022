package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	fourcorner "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	settings := fourcorner.NewConfiguration()
	settings.Servers = fourcorner.ServerConfigurations{{URL: os.Getenv("FOURCORNER_URL")}}
	settings.AddDefaultHeader("X-API-Token", os.Getenv("FOURCORNER_TOKEN"))
	gateway, always := fourcorner.NewAPIClient(settings), context.Background()
	var invoice fourcorner.Invoice
	text, err := os.ReadFile("invoice.json")
	check(err)
	check(json.Unmarshal(text, &invoice))
	record, _, err := gateway.InvoicesAPI.SubmitInvoice(always).Invoice(invoice).XValidation("true").Execute()
	for err == nil && record.CompletedAt == nil {
		record, _, err = gateway.StatusAPI.ShowDocument(always, record.Id).Wait(30).Execute()
	}
	check(err)
	fmt.Println(record.Status)

	pdf, _, err := gateway.DocumentsAPI.PrintStoredDocument(always, record.Id).Execute()
	check(err)
	fmt.Println(beginning(pdf, 5))
	// Of the answers of a call, the client asks for JSON if there is one.
	settings.AddDefaultHeader("Accept", "application/xml")
	document := fourcorner.AnyDocument{Invoice: &invoice}
	ubl, _, err := gateway.DocumentsAPI.Convert(always).AnyDocument(document).Execute()
	check(err)
	fmt.Println(beginning(ubl, 8))
	_, _, err = gateway.StatusAPI.ShowDocument(always, "nobody-knows-this").Execute()
	problem := err.(*fourcorner.GenericOpenAPIError).Model().(fourcorner.Problem)
	fmt.Println(problem.Code)
}

func beginning(file *os.File, length int64) string {
	text, err := io.ReadAll(io.LimitReader(file, length))
	check(err)
	return string(text)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
