-- What operators' figures count, each from an index alone: accounts by level and status, who came when, and whether somebody came at other times too.
create index users_counted on users (level, status) where not demo;
create index users_created on users (created_at) where not demo;
create index users_demo on users (id) where demo;
create index user_history_visits_of on user_history (player_id, at) where kind in ('registered', 'signed_in');
