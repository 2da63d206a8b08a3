create index collection_system_name on collection_system ((lower(name) collate "C"), id);
