"""The rules of the ledger as triggers, for both engines.

PostgreSQL reports a broken rule as a check violation and SQLite as an aborted statement: Django raises
`django.db.IntegrityError` for both. The texts begin with "ledger:".
"""

SQLITE = (
    """
    CREATE TRIGGER ledger_transfer_added AFTER INSERT ON ledger_transfer BEGIN
        SELECT RAISE(ABORT, 'ledger: overdraft') FROM ledger_account
            WHERE id = NEW.debit_id AND guarded AND balance < NEW.amount AND NOT NEW.forced;
        SELECT RAISE(ABORT, 'ledger: another balance') FROM ledger_account
            WHERE id = NEW.debit_id AND balance - NEW.amount <> NEW.debit_after;
        SELECT RAISE(ABORT, 'ledger: another balance') FROM ledger_account
            WHERE id = NEW.credit_id AND balance + NEW.amount <> NEW.credit_after;
        SELECT RAISE(ABORT, 'ledger: two units') FROM ledger_account AS one, ledger_account AS two
            WHERE one.id = NEW.debit_id AND two.id = NEW.credit_id AND one.unit <> two.unit;
        SELECT RAISE(ABORT, 'ledger: not a pending hold') WHERE NEW.hold_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM ledger_transfer
            WHERE id = NEW.hold_id AND state = 'pending' AND credit_id = NEW.debit_id);
        UPDATE ledger_account SET balance = balance - NEW.amount WHERE id = NEW.debit_id;
        UPDATE ledger_account SET balance = balance + NEW.amount WHERE id = NEW.credit_id;
    END
    """,
    """
    CREATE TRIGGER ledger_transfer_changed BEFORE UPDATE ON ledger_transfer BEGIN
        SELECT RAISE(ABORT, 'ledger: transfers do not change') WHERE
            OLD.state <> 'pending' OR OLD.id <> NEW.id OR OLD.key <> NEW.key OR OLD.kind <> NEW.kind
            OR OLD.at <> NEW.at OR OLD.debit_id <> NEW.debit_id OR OLD.credit_id <> NEW.credit_id
            OR OLD.amount <> NEW.amount OR OLD.debit_after <> NEW.debit_after
            OR OLD.credit_after <> NEW.credit_after OR OLD.hold_id IS NOT NEW.hold_id
            OR OLD.match_id <> NEW.match_id OR OLD.subject <> NEW.subject OR OLD.note <> NEW.note
            OR OLD."by" <> NEW."by" OR OLD.forced <> NEW.forced;
        SELECT RAISE(ABORT, 'ledger: a hold is resolved in whole') WHERE NEW.state <> 'pending'
            AND OLD.amount <> (SELECT COALESCE(SUM(amount), 0) FROM ledger_transfer WHERE hold_id = OLD.id);
    END
    """,
    """
    CREATE TRIGGER ledger_transfer_deleted BEFORE DELETE ON ledger_transfer BEGIN
        SELECT RAISE(ABORT, 'ledger: transfers do not change');
    END
    """,
    """
    CREATE TRIGGER ledger_account_deleted BEFORE DELETE ON ledger_account BEGIN
        SELECT RAISE(ABORT, 'ledger: accounts stay');
    END
    """,
)

POSTGRESQL = (
    """
    CREATE FUNCTION ledger_transfer_added() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE source ledger_account; target ledger_account;
    BEGIN
        UPDATE ledger_account SET balance = balance - NEW.amount
            WHERE id = NEW.debit_id RETURNING * INTO source;
        UPDATE ledger_account SET balance = balance + NEW.amount
            WHERE id = NEW.credit_id RETURNING * INTO target;
        IF source.guarded AND source.balance < 0 AND NOT NEW.forced THEN
            RAISE EXCEPTION 'ledger: overdraft' USING ERRCODE = 'check_violation';
        END IF;
        IF source.balance <> NEW.debit_after OR target.balance <> NEW.credit_after THEN
            RAISE EXCEPTION 'ledger: another balance' USING ERRCODE = 'check_violation';
        END IF;
        IF source.unit <> target.unit THEN
            RAISE EXCEPTION 'ledger: two units' USING ERRCODE = 'check_violation';
        END IF;
        IF NEW.hold_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM ledger_transfer
            WHERE id = NEW.hold_id AND state = 'pending' AND credit_id = NEW.debit_id
        ) THEN
            RAISE EXCEPTION 'ledger: not a pending hold' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
    END $$
    """,
    """
    CREATE FUNCTION ledger_transfer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF OLD.state <> 'pending'
            OR to_jsonb(OLD) - 'state' - 'until' <> to_jsonb(NEW) - 'state' - 'until'
        THEN
            RAISE EXCEPTION 'ledger: transfers do not change' USING ERRCODE = 'check_violation';
        END IF;
        IF NEW.state <> 'pending'
            AND OLD.amount <> (SELECT COALESCE(SUM(amount), 0) FROM ledger_transfer WHERE hold_id = OLD.id)
        THEN
            RAISE EXCEPTION 'ledger: a hold is resolved in whole' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'ledger: transfers and accounts stay' USING ERRCODE = 'check_violation';
    END $$
    """,
    "CREATE TRIGGER ledger_transfer_added AFTER INSERT ON ledger_transfer"
    " FOR EACH ROW EXECUTE FUNCTION ledger_transfer_added()",
    "CREATE TRIGGER ledger_transfer_changed BEFORE UPDATE ON ledger_transfer"
    " FOR EACH ROW EXECUTE FUNCTION ledger_transfer_changed()",
    "CREATE TRIGGER ledger_transfer_deleted BEFORE DELETE ON ledger_transfer"
    " FOR EACH ROW EXECUTE FUNCTION ledger_stays()",
    "CREATE TRIGGER ledger_account_deleted BEFORE DELETE ON ledger_account"
    " FOR EACH ROW EXECUTE FUNCTION ledger_stays()",
)

STATEMENTS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
"""The statements that create the triggers, by vendor."""
