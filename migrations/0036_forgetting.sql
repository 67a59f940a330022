-- Documents whose contents were removed at a person's request. Processes of the version before do
-- not know the column, and show such a document as one whose bytes were removed.
-- Functions: f394b627c2e45097a5251ab4e8442d0aae86952052ecab383bd4ccd4246d741f
alter table states add column forgotten_at timestamptz;
