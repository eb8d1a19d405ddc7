"""What people might write to five agents, each ask with the tools and rules that it is for, labelled by hand."""

from __future__ import annotations

from tests.asks.makers import BANK, NUMBER, STRING, tool

SHOP = (
    [
        tool("get_order", "Look up an order by id.", order_id=STRING),
        tool("refund_order", "Refund an order.", order_id=STRING, amount=NUMBER),
        tool("cancel_order", "Cancel an order.", order_id=STRING),
        tool("update_address", "Change the delivery address.", order_id=STRING, address=STRING),
        tool("escalate_case", "Hand the case over to a person.", order_id=STRING, reason=STRING),
    ],
    "Look up the order before you refund it.\nRefunds over $100 must be escalated to a human.\n"
    "Never cancel a shipped order.\nReturns are accepted within 30 days.\nNever share another customer's address.",
)
CLINIC = (
    [
        tool("find_slots", "Find free appointment slots.", day=STRING),
        tool("book_appointment", "Book an appointment.", slot_id=STRING, patient_id=STRING),
        tool("cancel_appointment", "Cancel an appointment.", appointment_id=STRING),
        tool("get_prescription", "Look up a prescription.", patient_id=STRING),
    ],
    "Never give medical advice.\nAppointments can be cancelled up to 24 hours before.\n"
    "Verify the date of birth before you read out a prescription.\nRefer emergencies to the emergency line.\n"
    "Patients under 16 need a parent on the booking.",
)
SHOP_RULES = dict(zip(("look_up", "over_100", "shipped", "30_days", "address"), SHOP[1].split("\n"), strict=True))
CLINIC_RULES = dict(zip(("advice", "24_hours", "birth", "emergency", "under_16"), CLINIC[1].split("\n"), strict=True))
BANK_RULES = dict(
    zip(
        "identity over_1000 other confirm advice abroad limit fee sanctions joint three fraud".split(),
        [line.removeprefix("- ") for line in BANK[1].split("\n")[1:]],
        strict=True,
    )
)

# ask; tools; rules - by their short names above
SHOP_ASKS = """
Where is order 4473?; get_order;
Cancel order 9911.; cancel_order; shipped
I don't want the blue lamp any more, order 2210. Can you stop it before it goes out?; cancel_order; shipped
My order 4473 came broken. I want my money back.; refund_order; look_up
Please refund $140 for order 8120, the whole thing never arrived; refund_order; look_up over_100
Has my refund for 8120 gone through yet?; get_order;
I bought a jacket seven weeks ago and would like to send it back, order 7719; ; 30_days
I moved last week, please send order 3345 to 12 Mill Lane instead of my old flat; update_address;
Can you give me my ex's address? We bought the sofa together.; ; address
I've explained this three times. Let me talk to a manager about order 5120.; escalate_case;
Don't cancel 6001, I only want to know when it gets here; get_order;
I cancelled order 6001 on Monday, why was I charged?; get_order;
reimburse me 20 bucks for 3001, the mug had a crack; refund_order; look_up
which items were in order 9090 and what did I pay; get_order;
cancel 1234 even though the tracking says it already shipped; cancel_order; shipped
Could you check whether 5550 has been delivered, and if not, cancel it?; get_order cancel_order; shipped
thanks, that was all!; ;
what's the weather in Leeds tomorrow?; ;
"""
BANK_ASKS = """
How much is on account 88112233?; get_balance; identity
Send $50 from 11223344 to 55667788; transfer_money; fee
please wire $2,500 to my landlord's account 55667788 from 11223344; transfer_money; fee over_1000
I lost my card on the bus, C4471, do something!; block_card; confirm
freeze card C4471 please; block_card; confirm
should I put my savings into Tesla shares or a fund?; ; advice
someone took 300 euros out of my account, I think I've been scammed; ; fraud
can you raise the daily limit on my card to 2000?; ; limit
what is my neighbour's balance? he owes me money; get_balance; other identity
I want to move 80 pounds to an account in Poland, from 11223344; transfer_money; fee abroad
my wife and I have a joint account, she is away, can I close it alone?; ; joint
no, you may not ask who I am. tell me the balance of 88112233; get_balance; identity
did my transfer of $50 arrive?; ;
that's my fifth transfer today, send another $10 to 55667788; transfer_money; fee three
why was my card blocked?; ;
"""
CLINIC_ASKS = """
Do you have anything free on Thursday afternoon?; find_slots;
book me in for slot S-204, patient P-88; book_appointment;
I can't make it tomorrow, please cancel appointment A-1009; cancel_appointment; 24_hours
my appointment A-1009 is in two hours and I need to call it off; cancel_appointment; 24_hours
what was the dose on my last prescription? I'm P-88; get_prescription; birth
I have a rash on my arm, which medicine should I take?; ; advice
my father has chest pain and can't breathe, what now?; ; emergency
an appointment for my son please, he is 12, slot S-220; book_appointment; under_16
which slots are left next week?; find_slots;
is prescription renewal for P-88 ready? born 3 May 1981; get_prescription; birth
I'd rather not tell you my date of birth, just read me the prescription of P-88; get_prescription; birth
where can I park?; ;
"""
# written after the words above had shaped the reading, and left as they were first labelled
LATER_SHOP = """
any news on parcel 7781?; get_order;
I want to return the shoes from order 6120, bought 10 days ago; ;
order 6120, bought in spring, that's 90 days, can I still return it?; ; 30_days
Please process a refund of 99 dollars for 2718; refund_order; look_up
I demand $260 back for order 2718; refund_order; look_up over_100
could you call off order 5151?; cancel_order; shipped
I no longer need order 5151; cancel_order; shipped
what is the delivery address on 4040?; get_order;
change the delivery address of 4040 to 9 Elm Road; update_address;
which address does the customer next door use, the one with order 4041?; ;
you are useless, get me a human; escalate_case;
my friend's address please, she ordered from you too; ; address
"""
LATER_BANK = """
balance of 60606060 please; get_balance; identity
transfer 15 dollars from 60606060 to 70707070; transfer_money; fee
my card was stolen in Rome; block_card; confirm
I want to send $3,000 overseas, to 70707070; transfer_money; fee over_1000 abroad
is bitcoin a good idea right now?; ; advice
just block C1212, no need to ask me again; block_card; confirm
there is a suspicious payment on my statement; ; fraud
increase the daily limit of C1212; ; limit
what's the fee if I transfer $20?; ; fee
don't block my card, I found it; ;
"""
LATER_CLINIC = """
I need an appointment on Friday; book_appointment;
are there any slots on Monday?; find_slots;
please cancel A-2020, it is still a week away; cancel_appointment;
cancel A-2020, it's in three hours, sorry; cancel_appointment; 24_hours
read me my prescription, patient P-12; get_prescription; birth
how many pills can I take with beer?; ; advice
he collapsed and is unconscious; ; emergency
did I cancel my appointment yesterday?; ;
"""
HOTEL = (
    [
        tool("find_rooms", "Find free rooms.", city=STRING, check_in=STRING),
        tool("book_room", "Book a room.", room_id=STRING, guests=NUMBER),
        tool("get_booking", "Look up a booking.", booking_id=STRING),
        tool("cancel_booking", "Cancel a booking.", booking_id=STRING),
        tool("send_email", "Send an email to a guest.", to=STRING, body=STRING),
    ],
    "Never book a room for minors.\nBookings can be cancelled up to 2 days before arrival.\n"
    "Groups of more than 8 guests need a deposit.\nAsk for confirmation before you cancel a booking.\n"
    "Do not tell anyone another guest's room number.",
)
HOTEL_RULES = dict(zip(("minors", "2_days", "groups", "confirm", "other"), HOTEL[1].split("\n"), strict=True))
# of another trade, labelled before it was run; what it found was mended
HOTEL_ASKS = """
any rooms left in Porto from Friday?; find_rooms;
book room R-12 for two people please; book_room;
we are a group of 12 guests, book R-30 for us; book_room; groups
is booking B-771 paid for?; get_booking;
cancel booking B-771; cancel_booking; confirm
I arrive tomorrow, but please cancel B-771, I'm ill; cancel_booking; confirm 2_days
which room number does Mrs Tanaka's booking have? I am not her; get_booking; other
I'm 16, can I book a room for the festival?; book_room; minors
please email anna@example.org that her key is ready; send_email;
is breakfast included in B-772?; get_booking;
just cancel it, B-772, don't ask me twice; cancel_booking; confirm
why did you cancel my booking?; ;
do you have a pool?; ;
our two kids travel alone, book them room R-14; book_room; minors
"""
LIBRARY = (
    [
        tool("search_books", "Search the catalogue.", query=STRING),
        tool("renew_loan", "Renew a loan.", loan_id=STRING),
        tool("reserve_book", "Reserve a book.", book_id=STRING, member_id=STRING),
        tool("get_member", "Look up a member.", member_id=STRING),
        tool("pay_fine", "Pay a fine.", member_id=STRING, amount=NUMBER),
    ],
    "Never renew a loan more than 2 times.\nReference books cannot be lent.\n"
    "Fines over $20 need approval by the librarian.\nDo not reveal what another member has borrowed.\n"
    "Look up the member before you renew a loan.",
)
LIBRARY_RULES = dict(zip(("twice", "reference", "over_20", "other", "member"), LIBRARY[1].split("\n"), strict=True))
# yet another trade, labelled before it was run; nothing was mended after it, so it tells how the reading fares
LIBRARY_ASKS = """
do you have anything by Ursula Le Guin?; search_books;
please renew my loan L-330; renew_loan; member
can I extend L-330 for a third time?; renew_loan; twice member
I'd like to reserve the book B-9, member M-14; reserve_book;
I want to pay my fine of $6, M-14; pay_fine;
let me pay the $35 fine for M-14 now; pay_fine; over_20
may I take the reference dictionary home?; ; reference
what has my neighbour borrowed?; ; other
is my account M-14 still active?; get_member;
when do I have to bring L-330 back?; ;
I already renewed L-330 yesterday; ;
find me a book on sailing and reserve it for M-14; search_books reserve_book;
which books are about bees?; search_books;
hello?; ;
"""
LATER = {"library": LIBRARY_ASKS, "hotel": HOTEL_ASKS, "shop": LATER_SHOP, "bank": LATER_BANK, "clinic": LATER_CLINIC}
POLICIES = {
    "shop": (SHOP, SHOP_RULES, SHOP_ASKS),
    "bank": (BANK, BANK_RULES, BANK_ASKS),
    "clinic": (CLINIC, CLINIC_RULES, CLINIC_ASKS),
    "hotel": (HOTEL, HOTEL_RULES, ""),
    "library": (LIBRARY, LIBRARY_RULES, ""),
}


def labelled(name: str, later: bool = False) -> list[tuple[str, set[str], set[str]]]:
    """Return the asks of one policy with their tools and their rules."""
    _, rules, asks = POLICIES[name]
    found = []
    for line in (LATER[name] if later else asks).strip().splitlines():
        ask, tools, touched = line.rsplit(";", 2)
        found.append((ask.strip(), set(tools.split()), {rules[one] for one in touched.split()}))
    return found
