-- one row per student of the roster, read from the exported file once
from roster
