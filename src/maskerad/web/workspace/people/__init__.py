"""Who annotates: accounts and roles, what each did, how far they agree, and who decides between them."""
